/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.AgentInspection;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import dev.triune.talk.SpeechGate.SpeechContext;
import dev.triune.talk.SpeechGate.Use;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.testkit.MindTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A word that nobody may read, in each kind of field of an answer: which texts of a model become known
 * to anybody, and that all of them pass the gate. The answers are JSON of a model, over a real broker.
 */
class GatedTextsTest {
    private static final String WORD = "Vrzlbrft";

    /** A field of an answer: where the word stands in a plan, or in talk. */
    private enum Planted {
        THINKING("{'thinking':'@','action':[{'type':'rest'}]}", ""),
        GOAL("{'goal':{'type':'own','description':'@'},'action':[{'type':'rest'}]}", ""),
        GOAL_TYPE(
                "{'goal':{'type':'@','description':'find a friend'},'action':[{'type':'rest'}]}",
                ""),
        SET_GOAL("{'action':[{'type':'set_goal','description':'@'},{'type':'rest'}]}", ""),
        END_GOAL("{'action':[{'type':'end_goal','goal':'@','how':'reached'},{'type':'rest'}]}", ""),
        PRIORITIES("{'action':[{'type':'set_priorities','order':'@, food'},{'type':'rest'}]}", ""),
        TEXT("{'action':[{'type':'paint','words':'@'},{'type':'rest'}]}", ""),
        TARGET("{'action':[{'type':'visit','place':'@'},{'type':'rest'}]}", ""),
        CHOICE("{'action':[{'type':'wave','hand':'@'},{'type':'rest'}]}", ""),
        NUMBER("{'action':[{'type':'wait','seconds':'@'},{'type':'rest'}]}", ""),
        ACTION_NAME("{'action':[{'type':'@'},{'type':'rest'}]}", ""),
        ACTION_KEY("{'action':[{'type':'rest','@':1}]}", ""),
        KEY("{'@':1,'action':[{'type':'rest'}]}", ""),
        SPEAKING_OF_A_PLAN("{'speaking':'@','action':[{'type':'rest'}]}", ""),
        UNREADABLE("{'action':[{'type':'rest'}], @", ""),
        SPEAKING("", "{'speaking':'Hello there. @ is here.'}"),
        GESTURE("", "{'speaking':'*waves like @* Hello there.'}"),
        LATER("", "{'later':'bring the @','speaking':'I shall bring it.'}"),
        ADDRESSEE("", "{'to':'@','speaking':'Hello there.'}"),
        TEXT_IN_TALK("", "{'action':[{'type':'paint','words':'@'}],'speaking':'I paint it.'}"),
        TARGET_IN_TALK("", "{'action':[{'type':'visit','place':'@'}],'speaking':'I go.'}"),
        THINKING_IN_TALK("", "{'thinking':'@','speaking':'Hello there.'}"),
        GOAL_IN_TALK("", "{'goal':{'type':'own','description':'@'},'speaking':'Hello there.'}"),
        KEY_IN_TALK("", "{'@':1,'speaking':'Hello there.'}"),
        SUMMARY("", "{'speaking':'Hello there, friend of mine.'}");

        private final String plan;
        private final String talk;

        Planted(String plan, String talk) {
            this.plan = plan;
            this.talk = talk;
        }

        String answer(boolean talks, String word) {
            String usual =
                    talks ? "{'speaking':'Good day to you.'}" : "{'action':[{'type':'rest'}]}";
            String own = talks ? talk : plan;
            return (own.isEmpty() ? usual : own).replace('\'', '"').replace("@", word);
        }
    }

    /** A world with everything that a game may show, and the places where the word was seen. */
    private static final class Sighting {
        final Map<String, String> seen = new LinkedHashMap<>();
        final List<SpeechContext> asked = new ArrayList<>();
        final Planted planted;
        final GameClock clock = new GameClock();
        final MindTest sim;
        final Conversations talk;
        final int ada;

        Sighting(Planted planted, Consumer<ConversationConfig> gate) {
            this.planted = planted;
            ConversationConfig config = new ConversationConfig()
                    .summaries("")
                    .listener(spy(ConversationListener.class));
            gate.accept(config);
            talk = new Conversations(config);
            MindListener minds = spy(MindListener.class);
            sim = MindTest.world(ActionCatalog.builder()
                            .action("rest", "sit down")
                            .action("paint", "paint words on a sign", Field.text("words"))
                            .action("visit", "go to a place", Field.target("place"))
                            .action("wave", "wave", Field.oneOf("hand", "left", "right"))
                            .action("wait", "wait", Field.whole("seconds", 1, 60))
                            .selfActions()
                            .build())
                    .mind(new OfflineModel() {
                        @Override
                        public String answer(Prompt prompt, RandomGenerator random) {
                            return written(prompt.text());
                        }

                        @Override
                        public String answer(ModelCall call, RandomGenerator random) {
                            return written(call.prompt().text());
                        }
                    })
                    .clock(clock)
                    .stepsTake(20)
                    .systems(new WorldSerializationManager())
                    .plugin((MindPlugin plugin) -> plugin.with(talk).listener(minds));
            ada = sim.agent("Ada");
            sim.get(ada, Persona.class).description = "A painter.";
        }

        private String written(String prompt) {
            see("prompt", prompt);
            if (!prompt.contains("JSON object")) {
                return planted == Planted.SUMMARY ? WORD + " was spoken of." : "They greeted.";
            }
            return planted.answer(prompt.contains("What do you say?"), WORD);
        }

        /** Returns a listener that looks at all that it is told. */
        private <L> L spy(Class<L> type) {
            InvocationHandler look = (Object self, Method method, Object[] arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("hashCode")
                            ? System.identityHashCode(self)
                            : method.getName().equals("equals") ? self == arguments[0] : "spy";
                }
                for (Object argument : arguments == null ? new Object[0] : arguments) {
                    see(type.getSimpleName() + "." + method.getName(), told(argument));
                }
                return null;
            };
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, look));
        }

        private static String told(Object argument) {
            return argument instanceof Utterance line
                    ? line + " " + line.gestures()
                    : argument instanceof Object[] all
                            ? Arrays.toString(all)
                            : String.valueOf(argument);
        }

        private void see(String where, String text) {
            if (text.toLowerCase(Locale.ROOT).contains(WORD.toLowerCase(Locale.ROOT))) {
                seen.putIfAbsent(where, text);
            }
        }

        Sighting run() throws IOException {
            sim.ticks(2);
            LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
            scheduler.recordAll(true);
            int bram = sim.agent("Bram");
            sim.get(bram, Senses.class).nearby.add(ada);
            sim.get(ada, Senses.class).nearby.add(bram);
            for (int i = 0; i < 4; i++) {
                sim.ticks(20 * 20);
                talk.say(
                        "Robin",
                        ada,
                        "Will you paint a sign, visit me, or bring something " + i + "?");
                sim.ticks(20 * 8);
                Transcript lines = talk.transcript(ada);
                if (lines != null) {
                    lines.lines.forEach(line -> see("transcript", told(line)));
                    see("promises", lines.promises().toString());
                }
                look(scheduler);
            }
            sim.ticks(20 * 60);
            look(scheduler);
            return this;
        }

        private void look(LLMSchedulerSystem scheduler) throws IOException {
            AgentInspection state = scheduler.inspect(ada);
            see(
                    "inspector",
                    state.persona() + "" + state.life() + state.decision() + state.plan()
                            + state.aims() + state.memory() + state.talk()
                            + state.history().dropped() + state.history().thought());
            see("export", String.join("\n", talk.exportOf("Robin")));
            sim.world()
                    .getSystem(WorldSerializationManager.class)
                    .setSerializer(new JsonArtemisSerializer(sim.world()));
            ByteArrayOutputStream save = new ByteArrayOutputStream();
            new MindSaves(sim.world(), clock).save(save);
            see("save", save.toString(StandardCharsets.UTF_8));
        }
    }

    private static Sighting gated(Planted planted, SpeechGate gate) throws IOException {
        List<SpeechContext> asked = new ArrayList<>();
        Sighting sight = new Sighting(
                planted,
                config -> config.gate(line -> {
                            asked.add(line);
                            return gate.check(line);
                        })
                        .gateTimeout(Duration.ofSeconds(1), Verdict.stop("late")));
        sight.run();
        sight.asked.addAll(asked);
        return sight;
    }

    private static boolean isPlanted(SpeechContext line) {
        return line.text().toLowerCase(Locale.ROOT).contains(WORD.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @EnumSource(Planted.class)
    void wordThatTheGateStopsIsNowhere(Planted planted) throws IOException {
        Sighting sight =
                gated(planted, line -> isPlanted(line) ? Verdict.stop("planted") : Verdict.pass());

        assertThat(sight.seen).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Planted.class)
    void wordThatTheGateReplacesIsNowhere(Planted planted) throws IOException {
        Sighting sight = gated(
                planted,
                line -> Verdict.replace(line.text().replaceAll("(?i)" + WORD, "something")));

        assertThat(sight.seen).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Planted.class)
    void wordThatAClassifierNeverJudgesIsNowhere(Planted planted) throws IOException {
        Sighting sight = gated(
                planted,
                line -> isPlanted(line)
                        ? Verdict.later(new CompletableFuture<>())
                        : Verdict.later(CompletableFuture.completedFuture(Verdict.pass())));

        assertThat(sight.seen).isEmpty();
    }

    /** Without a gate the word is seen, so that the tests above look at the right places. */
    @Test
    void withoutAGateMostFieldsBecomeKnown() throws IOException {
        List<String> known = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Planted planted : Planted.values()) {
            Map<String, String> seen = new Sighting(planted, config -> {}).run().seen;
            (seen.isEmpty() ? unknown : known).add(planted + " " + seen.keySet());
        }
        System.out.println("fields of answers that become known: " + known.size() + " of "
                + Planted.values().length + ":\n" + String.join("\n", known) + "\nnot: " + unknown);

        assertThat(unknown).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void gateKnowsWhatTheWordsAreFor() throws IOException {
        Map<Planted, Use> uses = Map.of(
                Planted.THINKING, Use.THOUGHT,
                Planted.GOAL, Use.GOAL,
                Planted.TEXT, Use.TEXT,
                Planted.TARGET, Use.TEXT,
                Planted.SPEAKING, Use.SAID,
                Planted.GESTURE, Use.GESTURE,
                Planted.LATER, Use.PROMISE,
                Planted.SUMMARY, Use.MEMORY);
        for (Map.Entry<Planted, Use> each : uses.entrySet()) {
            Stream<SpeechContext> asked =
                    gated(each.getKey(), line -> Verdict.pass()).asked.stream();
            assertThat(asked.filter(GatedTextsTest::isPlanted).map(SpeechContext::use))
                    .as(each.getKey().name())
                    .isNotEmpty()
                    .containsOnly(each.getValue());
        }
    }
}
