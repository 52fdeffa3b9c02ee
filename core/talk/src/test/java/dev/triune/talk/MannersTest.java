/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindSaves;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Loudness;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Typing, whispers, characters that come up to a player, leaving, liking, scenes. */
class MannersTest {
    private TalkWorld talk = new TalkWorld(config -> config.noticesLeaving(true)
            .approaches(2, Duration.ofSeconds(60), (agent, player) -> true)
            .gate(line ->
                    line.text().contains("secret") ? Verdict.stop("a secret") : Verdict.pass()));

    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int odo = talk.agent("Odo");

    private List<String> heard(int agent) {
        return talk.get(Senses.class, agent).heard().stream().map(Speech::text).toList();
    }

    // ---- typing

    @Test
    void agentWaitsForAPlayerWhoTypesAndNobodyButtsIn() {
        talk.gather(ada, bryn);
        talk.tick();
        assertThat(talk.talks.typing("Robin", ada)).isTrue();
        for (int second = 0; second < 60; second++) {
            talk.talks.typing("Robin", ada);
            talk.ticks(20);
            assertThat(talk.talks.begin(bryn, ada)).isFalse();
            assertThat(talk.talks.transcript(ada)).isNotNull();
        }
        assertThat(talk.spoken).isEmpty();
        assertThat(talk.talks.say("Robin", ada, "Hello at last!")).isEqualTo(Silence.NONE);
    }

    @Test
    void playerWhoTypesNoMoreLetsTheAgentGo() {
        talk.tick();
        talk.talks.typing("Robin", ada);
        talk.ticks(20 * 20 - 5);
        assertThat(talk.talks.transcript(ada)).isNotNull();
        talk.ticks(60);

        assertThat(talk.talks.transcript(ada)).isNull();
    }

    @Test
    void sleeperWaitsForNobody() {
        talk.tick();
        talk.get(Behavior.class, ada).asleep = true;

        assertThat(talk.talks.typing("Robin", ada)).isFalse();
    }

    // ---- whispers and loud words

    @Test
    void whisperReachesOnlyWhomItIsForAndIsAnsweredInAWhisper() {
        talk.gather(ada, bryn, odo);
        talk.begin(ada, bryn);
        talk.answer(ada, "A fine day.", "Bryn");
        talk.talks.say("Robin", ada, "Meet me at dawn.", Loudness.WHISPER);
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada)).contains("(whispers) Meet me at dawn.");
        talk.answer(ada, "At dawn, yes.", "Robin");
        talk.untilAsks(bryn);

        assertThat(talk.prompt(bryn)).doesNotContain("dawn").contains("A fine day.");
        assertThat(heard(odo)).noneMatch(line -> line.contains("dawn"));
        Utterance answer = talk.spoken.get(talk.spoken.size() - 1);
        assertThat(answer.text()).isEqualTo("At dawn, yes.");
        assertThat(answer.loudness()).isEqualTo(Loudness.WHISPER);
        assertThat(talk.get(Journal.class, bryn).people)
                .noneMatch(person -> person.name.equals("Robin"));
    }

    @Test
    void loudWordsAreOverheardAndRemembered() {
        talk.gather(ada, odo);
        talk.tick();
        talk.talks.say("Robin", ada, "Wolves are coming!", Loudness.LOUD);
        talk.talks.say("Robin", ada, "Do you hear me?");

        assertThat(heard(odo)).containsExactly("Wolves are coming!");
        assertThat(talk.get(Memory.class, odo).episodes)
                .extracting(episode -> episode.source + ": " + episode.text)
                .containsExactly("Robin: Wolves are coming!");
        assertThat(heard(bryn)).as("who is not near").isEmpty();
        assertThat(talk.get(Memory.class, ada).episodes).isEmpty();
    }

    // ---- coming up to a player

    @Test
    void agentSpeaksFirstAndKnowsThatItDid() {
        talk.tick();
        assertThat(talk.talks.approach(ada, "Robin", "you promised Robin bread"))
                .isTrue();
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada))
                .contains("You have come to Robin to speak first: you promised Robin bread");
        talk.answer(ada, "Here is your bread.", "");

        Transcript both = talk.transcript(ada);
        assertThat(both.players).containsExactly("Robin");
        assertThat(both.lines)
                .extracting(Utterance::toString)
                .containsExactly("Ada to Robin: Here is your bread.");
        Journal.Acquaintance robin = talk.get(Journal.class, ada).acquaintance("Robin");
        assertThat(robin).isNotNull();
        assertThat(robin.lines)
                .extracting(line -> line.own + " " + line.text)
                .containsExactly("true Here is your bread.");
        talk.talks.say("Robin", ada, "Thank you!");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada))
                .contains("You to Robin: \"Here is your bread.\"")
                .doesNotContain("to speak first");
    }

    @Test
    void approachesStayWithinTheirBudgetAndAreRememberedByBoth() {
        int approaches = 0;
        int asked = 0;
        Random random = new Random(8);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int agent = List.of(ada, bryn, odo).get(random.nextInt(3));
            for (FakeBroker.Asked plan : List.copyOf(talk.broker.asked())) {
                if (!plan.isEnded() && !plan.request().layer().equals("talker")) {
                    talk.broker.end(plan, FakeBroker.ANSWERED);
                }
            }
            if (talk.plugin.clock().tick() > 0
                    && talk.talks.approach(agent, "Robin", "there is news")) {
                approaches++;
                times.add(talk.plugin.clock().tick());
                talk.untilAsks(agent);
                asked++;
                talk.answer(agent, "Hear the news, number " + i + "!", "");
                assertThat(talk.transcript(agent).lines).hasSize(1);
                assertThat(talk.get(Journal.class, agent).acquaintance("Robin")).isNotNull();
                talk.talks.leave("Robin");
            }
            talk.ticks(20);
        }
        assertThat(approaches).isEqualTo(asked).isGreaterThan(5);
        for (int i = 2; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 2))
                    .as("2 a minute")
                    .isGreaterThanOrEqualTo(1_200);
        }
    }

    @Test
    void nobodyApproachesUnlessTheGameSaysSo() {
        talk = new TalkWorld();
        int mira = talk.agent("Mira");
        talk.tick();

        assertThat(talk.talks.approach(mira, "Robin", "there is news")).isFalse();
        assertThatThrownBy(() -> talk.talks.approach(99, "Robin", "there is news"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- leaving, liking

    @Test
    void leavingIsNoticedByThoseWhoTalked() {
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.answer(ada, "Good day. How is your mother?", "");
        talk.talks.leave("Robin");

        assertThat(talk.get(Journal.class, ada).deeds)
                .extracting(deed -> deed.note)
                .containsExactly("Robin left while you talked");
        talk.talks.say("Robin", ada, "I am back!");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada)).contains("Robin left while you talked");
    }

    @Test
    void likingOfAPlayerNeverChangesByTheNumberOfLines() {
        talk.tick();
        for (int i = 0; i < 40; i++) {
            talk.talks.say("Robin", ada, "Is this line number " + i + "?");
            talk.untilAsks(ada);
            talk.answer(ada, "It is line number " + i + ".", "");
        }
        talk.talks.leave("Robin");
        assertThat(talk.get(Memory.class, ada).relation("Robin")).isEmpty();

        talk.talks.feel(ada, "Robin", 0.1f);
        talk.talks.feel(ada, "Robin", 5);
        assertThat(talk.get(Memory.class, ada).relation("Robin").orElseThrow().liking)
                .isEqualTo(0.3f, org.assertj.core.data.Offset.offset(1e-6f));
    }

    // ---- a text that the game shows elsewhere

    @Test
    void gateIsAskedAboutTextsThatTheGameShowsElsewhere() {
        assertThat(talk.talks.passed(ada, "Buy bread here")).isEqualTo("Buy bread here");
        assertThat(talk.talks.passed(ada, "my secret")).isEmpty();
    }

    // ---- scenes

    @Test
    void agentsOfASceneDoWhatTheGameOrdersAndNothingElse() throws IOException {
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        talk.talks.scene(ada, bryn);
        assertThat(talk.talks.transcript(ada)).isNull();
        int asked = talk.broker.asked().size();
        assertThat(talk.talks.say("Robin", ada, "Hello!").cause()).isEqualTo(Cause.SCENE);
        talk.world.getSystem(DecisionApplySystem.class).order(ada, List.of(Step.of("come")));
        talk.talks.bark(ada, "Halt!");
        talk.ticks(400);
        assertThat(talk.broker.asked()).hasSize(asked);
        assertThat(talk.plan(ada)).hasSize(1);

        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new MindSaves(talk.world, talk.plugin.clock()).save(out);
        talk = new TalkWorld();
        talk.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(talk.world));
        new MindSaves(talk.world, talk.plugin.clock())
                .load(new ByteArrayInputStream(out.toByteArray()));
        talk.tick();
        int loaded = -1;
        for (int i = 0; i < 16; i++) {
            Persona persona = talk.world.getMapper(Persona.class).get(i);
            loaded = persona != null && persona.name.equals("Ada") ? i : loaded;
        }
        assertThat(talk.talks.say("Robin", loaded, "Hello!").cause()).isEqualTo(Cause.SCENE);
        talk.talks.endScene(loaded);
        assertThat(talk.get(Mind.class, loaded).held).isFalse();
        assertThat(talk.talks.say("Robin", loaded, "And now?")).isEqualTo(Silence.NONE);
    }

    // ---- what a gate adds

    private static boolean speaks(TalkWorld world) {
        return world.events.stream().anyMatch(event -> event.startsWith("speaking"));
    }

    /** Ticks from a sentence that is whole to its being heard: none with rules, at most the time-out else. */
    @Test
    void gateOfRulesAddsNoTickAndASlowOneAtMostItsTimeOut() {
        long[] worst = new long[2];
        for (int kind = 0; kind < 2; kind++) {
            boolean slow = kind == 1;
            Random random = new Random(5);
            List<Runnable> verdicts = new ArrayList<>();
            TalkWorld world = new TalkWorld(config -> config.gate(line -> {
                        if (!slow || line.origin() != Utterance.Origin.MODEL) {
                            return Verdict.pass();
                        }
                        var later = new java.util.concurrent.CompletableFuture<Verdict>();
                        verdicts.add(() -> later.complete(Verdict.pass()));
                        return Verdict.later(later);
                    })
                    .gateTimeout(Duration.ofSeconds(2), Verdict.pass()));
            int mira = world.agent("Mira");
            world.tick();
            for (int i = 0; i < 200; i++) {
                world.talks.say("Robin", mira, "Number " + i + "?");
                world.untilAsks(mira);
                var asked = world.granted(mira);
                world.broker.deliver(
                        asked, new PlanPart.SpokenPiece("Well, number " + i + ". And"));
                long whole = world.plugin.clock().tick();
                world.events.clear();
                int due = random.nextInt(80);
                for (int tick = 0; tick < 100 && !speaks(world); tick++) {
                    if (due-- == 0) {
                        verdicts.forEach(Runnable::run);
                    }
                    world.tick();
                }
                worst[kind] = Math.max(worst[kind], world.plugin.clock().tick() - whole);
                verdicts.forEach(Runnable::run);
                world.broker.answer(
                        asked, new PlanPart.SpokenText("Well, number " + i + ". And so on."));
                for (int tick = 0; tick < 60; tick++) {
                    verdicts.forEach(Runnable::run);
                    world.tick();
                }
                verdicts.clear();
            }
        }
        assertThat(worst[0])
                .as("rules: delivered and heard in the same tick")
                .isLessThanOrEqualTo(2);
        assertThat(worst[1]).as("slow: 2 s are 40 ticks").isBetween(30L, 42L);
    }
}
