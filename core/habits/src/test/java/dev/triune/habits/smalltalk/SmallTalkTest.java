/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.smalltalk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.GameRule;
import dev.triune.habits.Habits;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.TalkWorld;
import dev.triune.talk.Utterance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Talks without listeners and without news need no model. */
class SmallTalkTest extends SmallTalkScene {
    // ---- settled talk

    @Test
    void talkWithoutNewsIsSettledWithoutAModel() {
        talk.gather(ada, bryn);
        talk.ticks(5);

        assertThat(settled()).isEqualTo(1);
        assertThat(talk.open(ada)).isNull();
        assertThat(talk.open(bryn)).isNull();
        assertThat(talk.events).containsExactly("began", "ended: settled by rules");
        assertThat(inspected(ada)).isEqualTo(1);
        assertThat(inspected(bryn)).isEqualTo(1);
    }

    private long inspected(int agent) {
        return talk.world
                .getSystem(LLMSchedulerSystem.class)
                .inspect(agent)
                .talk()
                .settled();
    }

    @Test
    void settledTalkHasTheUsualEffects() {
        meet(ada, bryn);

        assertThat(talk.effects)
                .containsExactly(
                        new ConversationEffect.LikingChange("Ada", "Bryn", 0.02f, 0.02f),
                        new ConversationEffect.LikingChange("Bryn", "Ada", 0.02f, 0.02f));
        assertThat(liking(ada, bryn)).isEqualTo(0.02f);
    }

    @Test
    void pairPausesAfterASettledTalk() {
        talk.gather(ada, bryn);
        talk.ticks(PAUSE - 5);
        assertThat(settled()).isEqualTo(1);
        talk.ticks(20);
        assertThat(settled()).isEqualTo(2);
        assertThat(talk.broker.asked()).noneMatch(SmallTalkTest::isTalk);
    }

    private static boolean isTalk(FakeBroker.Asked asked) {
        return asked.request().layer().equals("talker");
    }

    @Test
    void callsModelWithoutTheSmallTalkModule() {
        TalkWorld other = new TalkWorld(config -> {}, minds -> minds.with(Habits.learning()));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
        assertThat(other.plugin.stats().talk().settled()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"COMPANY", "TALK"})
    void settlesTheTalkOfAGameRuleThatIsAboutCompany(Purpose purpose) {
        GameRule market = GameRule.of(StandardSelectionRule.COMPANY).with(purpose);
        TalkWorld other = new TalkWorld(
                config -> {},
                minds -> minds.with(habits())
                        .with(new SmallTalk((one, two) -> false))
                        .configure(config -> config.policy(SelectionTable.standard()
                                .replacing(StandardSelectionRule.COMPANY, market))));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.ticks(5);
        assertThat(other.plugin.stats().talk().settled())
                .isEqualTo(purpose == Purpose.COMPANY ? 1 : 0);
    }

    @Test
    void agentsWithoutModelAlwaysSettleTalksByRules() {
        TalkWorld other = world(habits().exploration(1, 1));
        int one = other.agent("Ada");
        int two = other.agent("Bryn");
        other.get(Mind.class, one).usesModel = false;
        other.get(Mind.class, two).usesModel = false;
        other.gather(one, two);
        other.ticks(5);
        assertThat(other.plugin.stats().talk().settled()).isEqualTo(1);
    }

    @Test
    void agentsWithoutModelTellTheirNewsByRules() {
        news = true;
        talk.get(Mind.class, ada).usesModel = false;
        talk.get(Mind.class, bryn).usesModel = false;
        meet(ada, bryn);
        assertThat(settled()).isEqualTo(1);
        assertThat(talk.spoken).singleElement().asString().contains("Bryn", "A light was seen.");
    }

    @Test
    void agentsWithoutModelDoNotTalkWhileTheyQuarrel() {
        talk.get(Memory.class, bryn).relate("Ada", "", -0.5f);
        talk.get(Mind.class, ada).usesModel = false;
        talk.get(Mind.class, bryn).usesModel = false;
        meet(ada, bryn);
        assertThat(settled()).isZero();
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void addressedWordsAreSaidAndSettled() {
        talk.tick();
        assertThat(talk.talks.address(ada, bryn, "We need wood.")).isTrue();
        talk.tick();

        assertThat(settled()).isEqualTo(1);
        assertThat(talk.spoken)
                .extracting(Utterance::toString)
                .containsExactly("Ada to Bryn: We need wood.");
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.open(bryn)).isNull();
    }

    // ---- when the model is called

    @Test
    void callsModelForNews() {
        news = true;
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelForNewsKnownToABystander() {
        int odo = talk.agent("Odo");
        talk.get(Memory.class, odo)
                .remember(new Episode("the well is dry", "fact", 1, 0).about("the well"));
        talk.gather(ada, bryn, odo);
        talk.ticks(2);
        assertAsked(ada);
    }

    @Test
    void callsModelForFactKnownToOnlyOne() {
        Episode dry = new Episode("the well is dry", "fact", 1, 0).about("the well");
        talk.get(Memory.class, bryn).remember(dry);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void settlesTalkAboutFactKnownToBoth() {
        Episode dry = new Episode("the well is dry", "fact", 1, 0).about("the well");
        talk.get(Memory.class, ada).remember(dry);
        talk.get(Memory.class, bryn).remember(dry);
        meet(ada, bryn);
        assertThat(settled()).isEqualTo(1);
    }

    @Test
    void callsModelForQuarrels() {
        talk.get(Memory.class, bryn).relate("Ada", "", -0.3f);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelForPromiseUntilTheNextTalk() {
        talk.ticks(10);
        talk.talks.begin(ada, bryn);
        talk.untilAsks(ada);
        talk.world
                .getMapper(Journal.class)
                .create(bryn)
                .agree("Ada", false, "", "I chop.", "", talk.plugin.clock().tick() + 1);
        talk.talks.end(ada);
        talk.ticks(PAUSE + 2);
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        assertThat(settled()).isZero();

        talk.answer(ada, "I have not forgotten.", "Bryn");
        talk.talks.end(ada);
        talk.ticks(PAUSE + 5);
        assertThat(settled()).isEqualTo(1);
    }

    /** Ada's words, which nobody hears, cost the time for which Bryn stands still. */
    private void brynWaitsForWords() {
        news = true;
        talk.gather(ada, bryn);
        talk.untilAsks(ada);
        talk.broker.answer(talk.granted(ada));
        part(ada, bryn);
        talk.ticks(PAUSE);
    }

    @Test
    void settlesTalkOfTwoWhoWouldNotWaitForWords() {
        brynWaitsForWords();
        news = false;
        meet(ada, bryn);
        assertThat(settled()).isEqualTo(1);
    }

    @Test
    void callsNoModelForNewsOfTwoWhoWouldNotWait() {
        brynWaitsForWords();
        talk.gather(ada, bryn);
        talk.ticks(300);
        assertThat(talk.open(ada)).isNull();
        talk.untilAsks(ada);
        assertThat(settled()).isZero();
    }

    @Test
    void explorationCallsTheModel() {
        TalkWorld other = world(habits().exploration(1, 1));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
        assertThat(other.plugin.stats().talk().settled()).isZero();
    }

    @Test
    void knownLinesReduceExploration() {
        String text =
                textOfLines(900).replace("small talk opening", "small talk opening; storm yes");
        TalkWorld other = world(settings(Habits.parse("lines.json", text)).exploration(1, 0));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.ticks(5);
        assertThat(other.plugin.stats().talk().settled()).isEqualTo(1);
    }

    @Test
    void callsModelWhenTheRulesThrow() {
        TalkWorld other = world(habits(), (one, two) -> {
            throw new IllegalStateException("no idea");
        });
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
    }

    // ---- listeners

    @Test
    void callsModelForWatchedAgents() {
        watched.add(bryn);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void callsModelWhenTheWatchedCheckThrows() {
        TalkWorld other = world(habits().watched(agent -> {
            throw new IllegalStateException("no camera");
        }));
        int one = other.agent("Ada");
        other.gather(one, other.agent("Bryn"));
        other.untilAsks(one);
    }

    @Test
    void doesNotSettleTalkNearAWatchedAgent() {
        int odo = talk.agent("Odo");
        watched.add(odo);
        talk.get(Conversation.class, odo).restsUntil = Long.MAX_VALUE;
        talk.gather(ada, bryn, odo);
        talk.ticks(3);
        assertThat(settled()).isZero();
    }

    @Test
    void callsModelWithinEarshotOfAPlayer() {
        int player = talk.player("Robin");
        talk.get(Senses.class, bryn).nearby.add(player);
        meet(ada, bryn);
        assertAsked(ada);
    }

    @Test
    void doesNotSettleTalkNearAnAgentTalkingToAPlayer() {
        int odo = talk.agent("Odo");
        talk.ticks(2);
        talk.talks.say("Robin", odo, "Good morning!");
        talk.gather(ada, bryn, odo);
        talk.ticks(3);
        assertThat(settled()).isZero();
    }

    @Test
    void doesNotSettleTalkJustAfterAPlayerLeft() {
        talk.ticks(2);
        talk.talks.say("Robin", ada, "Good morning!");
        talk.talks.leave("Robin");
        talk.tick();
        meet(ada, bryn);
        assertThat(settled()).isZero();
    }

    @Test
    void forgottenPlayerIsInNoLearnedLine() {
        teach("Zephyrine sang yesterday, Bryn.");
        teach("Lovely day, Bryn.");
        assertThat(talk.talks.exportOf("Zephyrine")).anyMatch(text -> text.startsWith("habits: "));
        talk.talks.forget("Zephyrine");

        assertThat(talk.talks.exportOf("Zephyrine")).isEmpty();
        assertThat(talk.talks.exportOf("Lovely")).anyMatch(text -> text.startsWith("habits: "));
    }

    @Test
    void playerNeverHearsReusedLines() {
        teach("Lovely day, Bryn.");
        talk.gather(ada, bryn);
        talk.talks.say("Robin", ada, "Good morning!");
        talk.untilAsks(ada);
        talk.ticks(100);
        assertThat(talk.spoken).isEmpty();
    }

    @Test
    void waitingForTheModelAllocatesNothing() {
        int odo = talk.agent("Odo");
        talk.world.getMapper(Conversation.class).remove(odo);
        news = true; // Ada and Bryn wait for a model all the time
        talk.gather(ada, bryn);
        talk.ticks(3 * PAUSE);

        assertThat(Allocation.of(() -> talk.ticks(1_000))).isLessThan(4_000);
        assertThat(talk.world.getMapper(Conversation.class).has(odo)).isFalse();
    }
}
