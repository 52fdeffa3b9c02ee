/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.action.ActionCatalog;
import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Why a line of a player gets no answer of a model. */
class WhySilentTest {
    /** Variants of each fault: with and without a body, to all, in a group, as a second line. */
    private static final int VARIANTS = 8;

    private static final Logger LOG = Logger.getLogger(Conversations.class.getName());

    private final List<String> logged = new ArrayList<>();
    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(log);
    }

    @AfterEach
    void unlisten() {
        LOG.removeHandler(log);
    }

    /** A world in which something is wrong. */
    private static class Case {
        TalkWorld talk;
        int ada;
        int bryn;
        int body;
        final int variant;
        String line = "Have you seen the lantern?";
        boolean far;

        Case(int variant) {
            this.variant = variant;
        }

        void build(Consumer<ConversationConfig> change) {
            talk = new TalkWorld(config -> change.accept(config.earshot((one, other) -> !far)));
            ada = talk.agent("Ada");
            body = talk.player("Robin");
            bryn = talk.agent("Bryn");
            talk.gather(ada, bryn);
            talk.ticks(2);
            if (variant / 2 % 2 == 1) {
                talk.talks.begin(ada, bryn);
                talk.tick();
            }
        }

        void build() {
            build(config -> {});
        }

        Silence say() {
            boolean embodied = variant % 2 == 1;
            boolean toAll = variant / 4 % 2 == 1;
            if (embodied) {
                return toAll
                        ? talk.talks.sayToAll(body, ada, line)
                        : talk.talks.say(body, ada, line);
            }
            return toAll
                    ? talk.talks.sayToAll("Robin", ada, line)
                    : talk.talks.say("Robin", ada, line);
        }

        void leave() {
            if (variant % 2 == 1) {
                talk.talks.leave(body);
            } else {
                talk.talks.leave("Robin");
            }
        }

        LLMSchedulerSystem scheduler() {
            return talk.world.getSystem(LLMSchedulerSystem.class);
        }

        <C extends com.artemis.Component> C get(Class<C> type) {
            return talk.get(type, ada);
        }

        /** Ends all that the agent asks for in the same way. */
        void ask(Outcome outcome) {
            say();
            for (int i = 0; i < 200; i++) {
                if (talk.open(ada) != null) {
                    talk.broker.end(talk.granted(ada), outcome);
                }
                talk.tick();
            }
        }

        void answerAll(PlanPart... parts) {
            say();
            for (int i = 0; i < 200; i++) {
                if (talk.open(bryn) != null) { // in the same talk
                    PlanPart words = new PlanPart.SpokenText("I do not know, on day " + i + ".");
                    talk.broker.answer(talk.granted(bryn), words);
                }
                if (talk.open(ada) != null) {
                    talk.broker.answer(talk.granted(ada), parts);
                }
                talk.tick();
            }
        }
    }

    /** Something wrong: does it, says a line and waits until it is known that no model answers. */
    private interface Fault {
        void happen(Case world);
    }

    private record Expected(Cause cause, Fault fault) {}

    private static Map<String, Expected> faults() {
        Map<String, Expected> all = new LinkedHashMap<>();
        all.put("no visible character", new Expected(Cause.NO_WORDS, world -> {
            world.build();
            world.line = " \n\u200B ";
            world.say();
        }));
        all.put("dead", state(Cause.DEAD, world -> world.get(Needs.class).health = 0));
        all.put("out of earshot", new Expected(Cause.OUT_OF_EARSHOT, world -> {
            world.build();
            world.far = true;
            world.talk.talks.say(world.body, world.ada, world.line); // who has no body is heard
        }));
        all.put("asleep", state(Cause.ASLEEP, world -> world.get(Behavior.class).asleep = true));
        all.put("in danger", state(Cause.IN_DANGER, world -> world.get(Needs.class).danger = true));
        all.put("starving", state(Cause.IN_NEED, world -> world.get(Needs.class).hunger = 0.1f));
        all.put(
                "freezing",
                state(Cause.IN_NEED, world -> world.get(Needs.class).temperature = 0.1f));
        all.put("held", state(Cause.HELD, world -> world.scheduler().hold(world.ada)));
        all.put("directed", state(Cause.SCENE, world -> world.scheduler().direct(world.ada)));
        all.put("deferred", state(Cause.DEFERRED, world -> world.scheduler().defer(world.ada)));
        all.put(
                "no model allowed",
                state(Cause.NO_MODEL, world -> world.get(Mind.class).usesModel = false));
        all.put(
                "talker disabled",
                state(
                        Cause.TALKER_OFF,
                        world -> world.scheduler()
                                .layer(Layer.TALKER, layer -> layer.withEnabled(false))));
        all.put(
                "another layer first",
                state(
                        Cause.OTHER_MATTER,
                        world -> world.scheduler().overrideLayer(world.ada, Layer.EXECUTOR)));
        all.put("no model answers", new Expected(Cause.NO_MODEL, world -> {
            world.build();
            world.ask(new Outcome.Failed(FailureCode.UNREACHABLE, "connection refused", false));
        }));
        all.put("wrong key", new Expected(Cause.NO_MODEL, world -> {
            world.build();
            world.ask(new Outcome.Failed(
                    FailureCode.AUTHENTICATION, "invalid key", false, Usage.NONE, 401, ""));
        }));
        all.put("no quota left", new Expected(Cause.BUDGET, world -> {
            world.build();
            world.ask(new Outcome.Failed(
                    FailureCode.QUOTA_EXHAUSTED, "no credit", false, Usage.NONE, 402, ""));
        }));
        all.put("rate limited", new Expected(Cause.LIMITS, world -> {
            world.build();
            world.ask(new Outcome.Rejected(RejectReason.PROVIDERS_EXHAUSTED, Duration.ZERO));
        }));
        all.put("queue full", new Expected(Cause.LIMITS, world -> {
            world.build();
            world.ask(new Outcome.Rejected(RejectReason.QUEUE_FULL, Duration.ZERO));
        }));
        all.put("breakers open", new Expected(Cause.NO_MODEL, world -> {
            world.build();
            world.ask(new Outcome.Rejected(RejectReason.PROVIDERS_UNAVAILABLE, Duration.ZERO));
        }));
        all.put("refused by the provider", new Expected(Cause.UNUSABLE, world -> {
            world.build();
            world.ask(new Outcome.Incomplete(
                    "fake", "model", FinishReason.REFUSAL, false, Usage.NONE));
        }));
        all.put("never granted", new Expected(Cause.TOO_SLOW, world -> {
            world.build(config -> config.patience(Duration.ofSeconds(5)));
            world.say();
            world.talk.ticks(300);
        }));
        all.put("hangs", new Expected(Cause.TOO_SLOW, world -> {
            world.build(config -> config.patience(Duration.ofSeconds(5)));
            world.say();
            world.talk.granted(world.ada);
            world.talk.ticks(300);
        }));
        all.put("says nothing", new Expected(Cause.SAID_NOTHING, world -> {
            world.build();
            world.answerAll();
        }));
        all.put("unreadable", new Expected(Cause.UNUSABLE, world -> {
            world.build();
            world.answerAll(new PlanPart.UnreadableRest("not JSON"));
        }));
        all.put("gate stops the player", new Expected(Cause.GATE, world -> {
            world.build(config -> config.gate(line ->
                    line.text().contains("lantern") ? Verdict.stop("light") : Verdict.pass()));
            world.say();
        }));
        all.put("slow gate stops the player", new Expected(Cause.GATE, world -> {
            world.build(config -> config.gate(line -> line.text().contains("lantern")
                    ? Verdict.later(new CompletableFuture<>())
                    : Verdict.pass()));
            world.say();
            world.talk.ticks(60);
        }));
        all.put("gate stops the answer", new Expected(Cause.GATE, world -> {
            world.build(config -> config.gate(
                    line -> line.text().contains("evil") ? Verdict.stop("evil") : Verdict.pass()));
            world.answerAll(new PlanPart.SpokenText("I am evil."));
        }));
        all.put(
                "gate stops the answer, and nothing is said instead",
                new Expected(Cause.GATE, world -> {
                    world.build(config -> config.deflection((agent, player) -> "")
                            .gate(line -> line.text().contains("evil")
                                    ? Verdict.stop("evil")
                                    : Verdict.pass()));
                    world.answerAll(new PlanPart.SpokenText("I am evil."));
                }));
        all.put("cannot do what it says", new Expected(Cause.DEED_FAILED, world -> {
            world.build();
            world.talk.hoarse = true;
            world.answerAll(
                    new PlanPart.RejectedStep("fly", "has no wings"),
                    new PlanPart.SpokenText("I sing for you."));
        }));
        all.put("repeats itself", new Expected(Cause.REPEATED, world -> {
            world.build(config -> config.repeats(false));
            String same = "The mill was built by my grandfather.";
            world.answerAll(new PlanPart.SpokenText(same));
            world.answerAll(new PlanPart.SpokenText(same));
        }));
        all.put("player leaves", new Expected(Cause.PLAYER_LEFT, world -> {
            world.build();
            world.say();
            world.leave();
        }));
        all.put("game ends the talk", new Expected(Cause.ENDED, world -> {
            world.build();
            world.say();
            world.talk.talks.end(world.ada);
        }));
        all.put("dies before the answer", new Expected(Cause.DEAD, world -> {
            world.build();
            world.say();
            world.get(Needs.class).health = 0;
            world.talk.ticks(2);
        }));
        all.put("falls asleep before the answer", new Expected(Cause.ASLEEP, world -> {
            world.build();
            world.say();
            world.get(Behavior.class).asleep = true;
            world.talk.ticks(2);
        }));
        return all;
    }

    /** A state that holds before the line is said. */
    private static Expected state(Cause cause, Consumer<Case> begin) {
        return new Expected(cause, world -> {
            world.build();
            begin.accept(world);
            world.say();
            world.talk.ticks(3);
        });
    }

    @Test
    void reasonIsRightInTwoHundredFaultCases() {
        List<String> wrong = new ArrayList<>();
        int cases = 0;
        for (Map.Entry<String, Expected> each : faults().entrySet()) {
            for (int variant = 0; variant < VARIANTS; variant++) {
                Case world = new Case(variant);
                logged.clear();
                each.getValue().fault().happen(world);
                Silence why = world.talk.talks.whySilent(world.ada);
                cases++;
                String toAda = "Ada (entity " + world.ada + ") gives Robin no answer of a model: ";
                long lines =
                        logged.stream().filter(line -> line.startsWith(toAda)).count();
                if (why.cause() != each.getValue().cause() || lines != 1) {
                    wrong.add(each.getKey() + ", variant " + variant + ": " + why.cause() + " ("
                            + why + "), logged " + logged);
                }
            }
        }

        assertThat(cases).isGreaterThanOrEqualTo(200);
        assertThat(wrong).as("of " + cases).isEmpty();
    }

    @Test
    void reasonNamesTheErrorOfTheProvider() {
        Case world = new Case(0);
        world.build();
        world.ask(new Outcome.Failed(
                FailureCode.AUTHENTICATION, "invalid key", false, Usage.NONE, 401, ""));

        assertThat(world.talk.talks.whySilent(world.ada))
                .hasToString("no model: authentication (HTTP 401): invalid key");
        assertThat(logged)
                .containsExactly("Ada (entity " + world.ada
                        + ") gives Robin no answer of a model: no model: authentication"
                        + " (HTTP 401): invalid key");
    }

    @Test
    void sayReturnsAtOnceWhatIsKnownAtOnce() {
        Case world = new Case(0);
        world.build();
        world.scheduler().hold(world.ada);

        Silence why = world.say();
        assertThat(why.cause()).isEqualTo(Cause.HELD);
        assertThat(why.heard()).isTrue();
        assertThat(world.talk.talks.say("Robin", 99, "Hello!"))
                .isEqualTo(new Silence(Cause.NO_AGENT, "", false));
        assertThatThrownBy(() -> world.talk.talks.whySilent(99))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answerEndsTheSilence() {
        Case world = new Case(0);
        world.build();
        world.scheduler().hold(world.ada);
        world.say();
        world.scheduler().release(world.ada);
        assertThat(world.say()).isEqualTo(Silence.NONE);
        world.answerAll(new PlanPart.SpokenText("It is in the mill."));

        assertThat(world.talk.talks.whySilent(world.ada).isSilent()).isFalse();
        assertThat(logged).hasSize(1);
    }

    @Test
    void deadModelIsNamedOverARealBroker() {
        Conversations talk = new Conversations();
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("rest", "sit down").build())
                .mind("{\"speaking\":\"Good day.\"}")
                .misbehaviour(FaultMode.DEAD)
                .plugin(minds -> minds.with(talk));
        int ada = sim.agent("Ada");
        sim.ticks(2);
        for (int i = 0; i < 6; i++) {
            talk.say("Robin", ada, "Hello?");
            sim.tickUntil(() -> talk.whySilent(ada).isSilent(), 2_000);
            assertThat(talk.whySilent(ada).cause()).isEqualTo(Cause.NO_MODEL);
            assertThat(talk.whySilent(ada).detail()).contains("unreachable");
            sim.ticks(60);
        }
        assertThat(logged).hasSize(6);
    }

    @Test
    void listenerThatThrowsSilencesNobody() {
        TalkWorld talk = new TalkWorld(config -> config.listener(new ConversationListener() {
            @Override
            public void thinking(int agent) {
                throw new IllegalStateException("a fault of the game");
            }

            @Override
            public void spoke(int agent, Utterance line) {
                throw new IllegalStateException("a fault of the game");
            }
        }));
        int ada = talk.agent("Ada");
        talk.world.process();
        talk.talks.say("Robin", ada, "Hello!");
        talk.broker.answer(talk.granted(ada), new PlanPart.SpokenText("Good day."));
        talk.world.process();

        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Good day.");
        assertThat(talk.talks.whySilent(ada)).isEqualTo(Silence.NONE);
    }
}
