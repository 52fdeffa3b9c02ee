/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement.State;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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

    // ---- first words

    /** Has two that meet ask for the first words of their conversation; returns who does. */
    private int opener() {
        talk.gather(ada, bryn);
        for (int i = 0; i < 600 && talk.open(ada) == null && talk.open(bryn) == null; i++) {
            talk.tick();
        }
        return talk.open(ada) == null ? bryn : ada;
    }

    @Test
    void thoseNearWaitForTheFirstWordsThatAModelWrites() {
        int opener = opener();
        assertThat(talk.talks.awaitsTalk(opener)).as("it waits in the queue").isFalse();
        assertThat(talk.granted(opener).request().layer()).isEqualTo("talker");
        assertThat(List.of(ada, bryn, odo))
                .map(talk.talks::awaitsTalk)
                .containsExactly(true, true, false);
        talk.ticks(20 * 20 - 1);
        assertThat(List.of(ada, bryn)).allMatch(talk.talks::awaitsTalk);
        talk.tick();
        assertThat(List.of(ada, bryn)).as("for so long").noneMatch(talk.talks::awaitsTalk);
    }

    @Test
    void whoeverWaitedInVainDoesNotWaitAgainForAMinute() {
        FakeBroker.Asked asked = talk.granted(opener());
        talk.ticks(20 * 20);
        talk.broker.grant(asked); // another provider is tried
        assertThat(List.of(ada, bryn)).as("just afterwards").noneMatch(talk.talks::awaitsTalk);

        talk.ticks(60 * 20);
        talk.broker.grant(asked);
        assertThat(List.of(ada, bryn)).as("a minute later").allMatch(talk.talks::awaitsTalk);
    }

    @Test
    void nobodyWaitsAfterTheFirstWords() {
        int opener = opener();
        talk.granted(opener);
        assertThat(talk.talks.awaitsTalk(bryn)).isTrue();
        talk.answer(opener, "A fine day.", opener == ada ? "Bryn" : "Ada");
        assertThat(List.of(ada, bryn)).noneMatch(talk.talks::awaitsTalk);
        assertThat(talk.spoken).hasSize(1);
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

    @Test
    void loudCallOfAnAgentIsRememberedByAllInEarshot() {
        TalkWorld world = new TalkWorld(config -> config.earshot((one, other) -> one + other != 3));
        int mira = world.agent("Mira");
        int tom = world.agent("Tom");
        int una = world.agent("Una");
        world.tick();
        world.talks.bark(mira, "Fire at the mill!", Loudness.LOUD);
        world.talks.bark(mira, "I am hungry.");

        assertThat(mira + tom).isNotEqualTo(3);
        assertThat(world.get(Memory.class, tom).episodes)
                .extracting(episode -> episode.source + ": " + episode.text)
                .containsExactly("Mira: Fire at the mill!");
        assertThat(world.get(Memory.class, mira).episodes).isEmpty();
        world.talks.bark(tom, "Water, quick!", Loudness.LOUD);
        assertThat(world.get(Memory.class, una).episodes)
                .as("who does not hear him")
                .extracting(episode -> episode.text)
                .containsExactly("Fire at the mill!");
        assertThatThrownBy(() -> world.talks.bark(mira, "Psst!", Loudness.WHISPER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected NORMAL or LOUD");
    }

    @Test
    void overheardStatementsAreRememberedIfTheGameSaysSoAndTheOldestGivesWay() {
        TalkWorld world =
                new TalkWorld(config -> config.remembersOverheard(20).pause(Duration.ZERO));
        int mira = world.agent("Mira");
        int tom = world.agent("Tom");
        int una = world.agent("Una");
        world.gather(mira, tom, una);
        world.tick();
        for (int i = 0; i < 30; i++) {
            world.talks.address(mira, tom, "The bridge was closed on day number " + i + ".");
            world.talks.address(mira, tom, "Did you know that about day number " + i + "?");
            world.talks.end(mira);
            world.tick();
        }

        assertThat(world.get(Memory.class, una).episodes)
                .hasSize(20)
                .allMatch(
                        episode -> episode.kind.equals("overheard") && !episode.text.endsWith("?"))
                .anyMatch(episode -> episode.text.contains("number 29."));
        assertThat(talk.get(Memory.class, ada).episodes).as("none unless set").isEmpty();
    }

    // ---- coming up to a player

    @Test
    void promisesAndNewsAreReasonsToComeUpToAPlayer() {
        talk.tick();
        assertThat(talk.talks.reasonToApproach(ada, "Robin")).isEmpty();

        Episode fact = new Episode("the well is dry", "fact", 0.5f, 1);
        fact.about = "the well";
        talk.get(Memory.class, ada).remember(fact);
        assertThat(talk.talks.reasonToApproach(ada, "Robin"))
                .isEqualTo("you have news: the well is dry");

        talk.talks.say("Robin", ada, "Will you bring me bread?");
        talk.answer(ada, "I shall.", "Robin", new PlanPart.Later("bring Robin bread"));
        assertThat(talk.talks.reasonToApproach(ada, "Robin"))
                .isEqualTo("you promised Robin: bring Robin bread");
        assertThat(talk.talks.reasonToApproach(ada, "Kim"))
                .isEqualTo("you have news: the well is dry");

        talk.get(Journal.class, ada).agreements.get(0).settle(State.DONE, "", 5);
        assertThat(talk.talks.reasonToApproach(ada, "Robin")).as("old news").isEmpty();
    }

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
    void agentWhoIsSpokenToFirstAnswersInstead() {
        talk.tick();
        talk.talks.approach(ada, "Robin", "you promised Robin bread");
        talk.untilAsks(ada);
        talk.talks.say("Robin", ada, "Is the well dry?");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada)).contains("Is the well dry?").doesNotContain("to speak first");
    }

    @Test
    void approachesStayWithinTheirBudgetAndAreRememberedByBoth() {
        int approaches = 0;
        int asked = 0;
        Random random = new Random(Long.getLong("triune.seed", 8));
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

    /** Returns, for each of 400 sentences, the ticks from its being whole until it is heard. */
    private static List<Long> waits(@Nullable SpeechGate gate, List<Runnable> verdicts) {
        Random random = new Random(Long.getLong("triune.seed", 5));
        TalkWorld world = new TalkWorld(config -> {
            if (gate != null) {
                config.gate(gate).gateTimeout(Duration.ofSeconds(2), Verdict.pass());
            }
        });
        int mira = world.agent("Mira");
        world.tick();
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            world.talks.say("Robin", mira, "Number " + i + "?");
            world.untilAsks(mira);
            var asked = world.granted(mira);
            world.broker.deliver(asked, new PlanPart.SpokenPiece("Well, number " + i + ". And"));
            long whole = world.plugin.clock().tick();
            world.events.clear();
            int due = random.nextInt(80); // half of them come too late
            for (int tick = 0; tick < 100 && !speaks(world); tick++) {
                if (due-- == 0) {
                    verdicts.forEach(Runnable::run);
                }
                world.tick();
            }
            waits.add(world.plugin.clock().tick() - whole);
            verdicts.forEach(Runnable::run);
            world.broker.answer(
                    asked, new PlanPart.SpokenText("Well, number " + i + ". And so on."));
            for (int tick = 0; tick < 60; tick++) {
                verdicts.forEach(Runnable::run);
                world.tick();
            }
            verdicts.clear();
        }
        return waits;
    }

    /** Returns how much longer sentences wait than without a gate, from the shortest to the longest. */
    private static List<Long> added(List<Long> gated, List<Long> free) {
        List<Long> added = new ArrayList<>();
        for (int i = 0; i < gated.size(); i++) {
            added.add(gated.get(i) - free.get(i));
        }
        added.sort(null);
        return added;
    }

    @Test
    void gateOfRulesAddsNoTickAndASlowOneAtMostItsTimeOut() {
        List<Long> free = waits(null, new ArrayList<>());
        List<Long> rules = added(
                waits(
                        line -> line.text().contains("evil")
                                ? Verdict.stop("evil")
                                : Verdict.pass(),
                        new ArrayList<>()),
                free);
        List<Runnable> verdicts = new ArrayList<>();
        List<Long> slow = added(
                waits(
                        line -> {
                            if (line.origin() != Utterance.Origin.MODEL) {
                                return Verdict.pass();
                            }
                            var later = new CompletableFuture<Verdict>();
                            verdicts.add(() -> later.complete(Verdict.pass()));
                            return Verdict.later(later);
                        },
                        verdicts),
                free);
        int at95 = rules.size() * 95 / 100;
        System.out.println("ticks that a gate adds to a sentence, p50, p95, most: of rules "
                + rules.get(200) + ", " + rules.get(at95) + ", " + rules.get(399) + "; slow "
                + slow.get(200) + ", " + slow.get(at95) + ", " + slow.get(399));

        assertThat(rules.get(at95)).as("rules, p95").isLessThan(1);
        assertThat(slow.get(at95)).as("slow, p95").isGreaterThan(30);
        assertThat(slow.get(399)).as("slow, most: 2 s are 40 ticks").isLessThanOrEqualTo(40);
    }

    /** All sentences that have come are judged at the same time, so that a line waits no longer than one. */
    @Test
    void lineOfManySentencesWaitsNoLongerThanOne() {
        List<CompletableFuture<Verdict>> verdicts = new ArrayList<>();
        TalkWorld world = new TalkWorld(config -> config.gate(line -> {
                    if (line.origin() != Utterance.Origin.MODEL) {
                        return Verdict.pass();
                    }
                    verdicts.add(new CompletableFuture<>());
                    return Verdict.later(verdicts.get(verdicts.size() - 1));
                })
                .gateTimeout(Duration.ofSeconds(2), Verdict.pass()));
        int mira = world.agent("Mira");
        world.tick();
        world.talks.say("Robin", mira, "Hello!");
        world.answer(mira, "One. Two. Three. Four.", "");
        assertThat(verdicts).hasSize(4);
        for (int tick = 0; tick < 20; tick++) {
            world.tick();
        }
        verdicts.get(3).complete(Verdict.stop("the last"));
        verdicts.get(0).complete(Verdict.pass());
        for (int tick = 0; tick < 21; tick++) {
            world.tick();
        }

        assertThat(world.spoken).extracting(Utterance::text).containsExactly("One. Two. Three.");
    }

    /** A sentence is heard as soon as it may be, though those behind it are still judged. */
    @Test
    void streamedSentencesAreJudgedWhileEarlierOnesWait() {
        List<CompletableFuture<Verdict>> verdicts = new ArrayList<>();
        TalkWorld world = new TalkWorld(config -> config.gate(line -> {
                    if (line.origin() != Utterance.Origin.MODEL) {
                        return Verdict.pass();
                    }
                    verdicts.add(new CompletableFuture<>());
                    return Verdict.later(verdicts.get(verdicts.size() - 1));
                })
                .gateTimeout(Duration.ofSeconds(2), Verdict.pass()));
        int mira = world.agent("Mira");
        world.tick();
        world.talks.say("Robin", mira, "Hello!");
        var asked = world.granted(mira);
        for (String piece : List.of("One. ", "Two. ", "Thr", "ee. F")) {
            world.broker.deliver(asked, new PlanPart.SpokenPiece(piece));
            world.tick();
        }
        assertThat(verdicts).hasSize(3);
        verdicts.get(0).complete(Verdict.pass());
        world.tick();
        assertThat(world.events).contains("speaking Mira: One. [0]");

        verdicts.get(1).complete(Verdict.replace("Hm."));
        world.broker.answer(asked, new PlanPart.SpokenText("One. Two. Three. Four."));
        world.tick();
        world.tick();
        verdicts.forEach(later -> later.complete(Verdict.pass()));
        world.tick();
        verdicts.forEach(later -> later.complete(Verdict.pass()));
        world.tick();
        assertThat(world.spoken)
                .extracting(Utterance::text)
                .containsExactly("One. Hm. Three. Four.");
    }
}
