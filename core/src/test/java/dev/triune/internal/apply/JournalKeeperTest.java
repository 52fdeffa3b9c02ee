/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.Step;
import dev.triune.action.Wording;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.kind.PerKind;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder.GameTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agreements end with their steps, whoever is near. */
class JournalKeeperTest {
    private final World world = new World(new WorldConfiguration());
    private final JournalKeeper keeper = new JournalKeeper();
    private final int agent = world.create();
    private GameTime time = (tick, now) -> "";

    private void start() {
        PerKind<Perception> perceptions = new PerKind<>(
                List.of(new MindKind(new MindConfig(TestWorld.ACTIONS))),
                kind -> kind.config().perception());
        perceptions.initialize(world);
        PerKind<GameTime> times = new PerKind<>(
                List.of(new MindKind(new MindConfig(TestWorld.ACTIONS))), kind -> time);
        keeper.start(world, new GameClock(), perceptions, times, agent -> Wording.ENGLISH);
        world.getMapper(Mind.class).create(agent);
    }

    /** Lets a plan that keeps a promise run: each step is done, or fails if it ends in "!". */
    private Agreement.State stateAfter(String promise, String... plan) {
        Journal journal = world.getMapper(Journal.class).create(agent);
        journal.agreements.clear();
        journal.deeds.clear();
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        queue.steps.clear();
        for (String step : plan) {
            String[] words = step.replace("!", "").split(" ", 2);
            queue.steps.add(new QueuedStep(
                    words.length == 1
                            ? Step.of(words[0])
                            : Step.of(words[0]).with("target", words[1])));
        }
        Agreement agreement = journal.agree("Robin", true, "", "I will.", promise, 0);
        name(agreement.number, true);
        for (int i = 0; i < plan.length && agreement.open(); i++) {
            QueuedStep step = queue.steps.get(i);
            step.state = plan[i].endsWith("!") ? QueuedStep.State.FAILED : QueuedStep.State.DONE;
            keeper.ended(agent, step);
        }
        return agreement.state;
    }

    /** Names an agreement with the plan in the queue; returns what is wrong with it. */
    private String name(int number, boolean kept) {
        return keeper.agreementNamed(
                agent,
                number,
                kept,
                List.copyOf(world.getMapper(BehaviorQueue.class).create(agent).steps),
                false,
                "",
                Wording.ENGLISH);
    }

    @Test
    void preparationKeepsNoPromiseBeforeTheNextStep() {
        start();
        String wood = "bring 6 wood";
        assertThat(stateAfter(wood, "gather wood", "deposit!", "rest"))
                .isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter(wood, "gather wood", "deposit", "trade berries!"))
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter("gather wood", "gather wood", "trade berries!"))
                .as("the action itself is named")
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter("fetch the herbs", "trade herbs", "give Robin", "rest!"))
                .isEqualTo(Agreement.State.DONE);
    }

    @Test
    void promiseIsKeptByItsDeedThoughThePlanGoesOn() {
        start();
        String fire = "bring wood to the fire";
        assertThat(stateAfter(fire, "withdraw wood", "deposit fire", "gather stone!"))
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter(fire, "gather wood", "gather wood", "deposit!"))
                .isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter("gather wood before noon", "gather wood", "withdraw wood!"))
                .as("a step that only shares a word follows")
                .isEqualTo(Agreement.State.DONE);
    }

    @Test
    void talkWithWhoeverIsOwedDoesNotStandInForADeedThatFailed() {
        start();
        assertThat(stateAfter("help build the next house", "help Bram!", "talk Robin", "rest"))
                .isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter("help build the next house", "help Bram", "talk Robin!", "rest"))
                .isEqualTo(Agreement.State.DONE);
    }

    @Test
    void deedDoneBeforeThePlanThatKeepsItSettlesItAtOnce() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        queue.steps.add(new QueuedStep(Step.of("gather").with("target", "berries")));
        queue.steps.add(new QueuedStep(Step.of("deposit").with("where", "storehouse")));
        String what = "bring stone to the storehouse for the well";
        Agreement todo = journal.agree("Robin", true, "", "", what, 10);
        assertThat(name(todo.number, true)).isEmpty();
        assertThat(todo.state).as("nothing was done yet").isEqualTo(Agreement.State.OPEN);

        journal.did(Step.of("gather").with("target", "stone"), "", 20);
        Agreement half = journal.agree("Robin", true, "", "", what, 15);
        assertThat(name(half.number, true)).isEmpty();
        assertThat(half.state)
                .as("the storehouse is only in the plan")
                .isEqualTo(Agreement.State.OPEN);

        journal.did(Step.of("deposit").with("where", "storehouse"), "", 30);
        Agreement done = journal.agree("Robin", true, "", "", what, 16);
        assertThat(name(done.number, true)).isEmpty();
        assertThat(done.state).isEqualTo(Agreement.State.DONE);
        Agreement later = journal.agree("Robin", true, "", "", what, 31);
        assertThat(name(later.number, true)).isEmpty();
        assertThat(later.state).as("promised after those deeds").isEqualTo(Agreement.State.OPEN);
    }

    @Test
    void wordsThatNameADeedAreNotTheDeed() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        String swap = "bring Robin 2 stone from the quarry and trade them for 3 wood";
        Agreement open = journal.agree("Robin", true, "", "", swap, 10);
        journal.did(Step.of("gather").with("target", "stone"), "quarry", 20);
        journal.did(
                Step.of("talk")
                        .with("to", "Robin")
                        .with("text", "I bring stone from the quarry. Will you trade it for wood?"),
                "",
                30);
        queue.steps.add(new QueuedStep(
                Step.of("trade").with("to", "Robin").with("item", "stone").with("for", "wood")));
        assertThat(name(open.number, true)).isEmpty();
        assertThat(open.state).as("the trade is only in the plan").isEqualTo(Agreement.State.OPEN);
        assertThat(open.planned).isTrue();
    }

    @Test
    void planThatGoesOnKeepsWhatItIsSaidToKeepWithItsSteps() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        Agreement open = journal.agree("Robin", true, "", "", "bring stone to the storehouse", 10);
        journal.did(Step.of("gather").with("target", "stone"), "", 20);
        QueuedStep deposit = new QueuedStep(Step.of("deposit").with("where", "storehouse"));
        queue.steps.add(deposit);
        String problem = keeper.agreementNamed(
                agent, open.number, true, List.of(), false, "", Wording.ENGLISH);
        assertThat(problem).isEmpty();
        assertThat(open.state).isEqualTo(Agreement.State.OPEN);
        deposit.state = QueuedStep.State.DONE;
        keeper.ended(agent, deposit);
        assertThat(open.state).isEqualTo(Agreement.State.DONE);
    }

    @Test
    void nothingIsKeptBeforeItsTimeBecauseAnAnswerSaysSo() {
        time = tomorrow();
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement open = journal.agree("Robin", true, "", "", "come to the market tomorrow", 0);
        journal.did(Step.of("go_to").with("place", "market"), "", 0);
        assertThat(name(open.number, true)).isEmpty();
        assertThat(open.state).isEqualTo(Agreement.State.OPEN);
        Agreement now = journal.agree("Robin", true, "", "", "come to the market", 0);
        assertThat(name(now.number, true)).isEmpty();
        assertThat(now.state).isEqualTo(Agreement.State.DONE);
    }

    private static GameTime tomorrow() {
        return new GameTime() {
            @Override
            public String when(long tick, long now) {
                return "";
            }

            @Override
            public long due(String words, long made) {
                return words.contains("tomorrow") ? made + 1_000 : made;
            }
        };
    }

    @Test
    void planBeforeThePromisedTimeHasOnlyPreparedIt() {
        time = tomorrow();
        start();
        assertThat(stateAfter("bread for the feast tomorrow", "gather grain", "cook"))
                .isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter("bread for the feast", "gather grain", "cook"))
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter("tomorrow you get bread", "give Robin", "rest!"))
                .as("it may be more, or less")
                .isEqualTo(Agreement.State.OPEN);
    }

    @Test
    void promiseIsDueAtOnceIfTheGameFailsToSayWhen() {
        time = new GameTime() {
            @Override
            public String when(long tick, long now) {
                return "";
            }

            @Override
            public long due(String words, long made) {
                throw new IllegalStateException("on purpose");
            }
        };
        start();
        try (LogLines log = new LogLines("dev.triune")) {
            assertThat(stateAfter("bread for the feast", "gather grain", "cook"))
                    .isEqualTo(Agreement.State.DONE);
            assertThat(log.texts()).hasSize(1);
        }
    }

    @Test
    void planOfLessThanWasAgreedLeavesItOpenAndSaysWhy() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        queue.steps.add(new QueuedStep(Step.of("withdraw").with("item", "wood").with("amount", 2)));
        queue.steps.add(new QueuedStep(Step.of("deposit").with("where", "fire")));
        Agreement six = journal.agree("Robin", true, "", "", "6 wood for the fire before 9", 10);
        assertThat(name(six.number, true))
                .isEqualTo(
                        "agreement 1 is of wood 6, and you have planned or done wood 2: it stays open");
        assertThat(six.open()).isTrue();
        assertThat(six.planned).isFalse();
        journal.did(Step.of("withdraw").with("item", "wood").with("amount", 4), "", 20);
        assertThat(name(six.number, true)).isEmpty();
        assertThat(six.planned).isTrue();
    }

    @Test
    void whatIsDoneAlreadyMayBeNamedAgainInSilence() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement done = journal.agree("Robin", true, "", "", "fetch salt", 10);
        done.settle(Agreement.State.DONE, "", 20);
        assertThat(name(done.number, true)).isEmpty();
        assertThat(name(done.number, false)).isEmpty();
        assertThat(done.state).isEqualTo(Agreement.State.DONE);
        assertThat(name(7, true)).isEqualTo("you have no open agreement 7 (expected none)");
    }

    @Test
    void whoIsGivenSomethingKnowsOfItThoughItSleeps() {
        assertThat(robinsViewAfter(Step.of("give").with("to", "Robin").with("item", "berries")))
                .as("in nobody's senses, but in the deed")
                .isEqualTo(Agreement.State.DONE);
        assertThat(robinsViewAfter(Step.of("deposit").with("item", "berries")))
                .as("elsewhere")
                .isEqualTo(Agreement.State.OPEN);
    }

    /** Returns what Robin, who is not near, knows of berries that were promised and brought by a step. */
    private Agreement.State robinsViewAfter(Step step) {
        start();
        int robin = world.create();
        world.edit(agent).create(Persona.class).named("Wren", "one who brings");
        world.edit(agent).create(Senses.class);
        world.edit(robin).create(Persona.class).named("Robin", "one who sleeps");
        Journal journal = world.getMapper(Journal.class).create(agent);
        journal.deeds.clear();
        Agreement own = journal.agree("Robin", true, "", "I will.", "bring 5 berries", 0);
        Agreement told = world.getMapper(Journal.class)
                .create(robin)
                .agree("Wren", false, "", "I will.", "bring 5 berries", 0);
        told.theirs = own.number;
        world.process();
        QueuedStep queued = new QueuedStep(step);
        world.getMapper(BehaviorQueue.class).create(agent).steps.add(queued);
        name(own.number, true);
        queued.state = QueuedStep.State.DONE;
        keeper.ended(agent, queued);
        assertThat(own.state).isEqualTo(Agreement.State.DONE);
        world.delete(robin);
        world.process();
        return told.state;
    }

    @Test
    void whatAnotherOwedIsKeptIfAPlanSaysSo() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
        queue.steps.add(new QueuedStep(Step.of("rest")));
        Agreement theirs = journal.agree("Robin", false, "", "I bring salt.", "", 10);
        assertThat(name(theirs.number, true)).isEmpty();
        assertThat(theirs.state).isEqualTo(Agreement.State.DONE);
    }

    @Test
    void promiseIsKeptByTheStepsThatNameItWhateverBecomesOfTheOthers() {
        start();
        String stone = "bring Robin 4 stones to the store";
        assertThat(stateAfter(stone, "gather stone", "deposit", "trade wood!", "rest"))
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter(stone, "trade wood!", "gather stone"))
                .isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter(stone, "gather stone!", "rest")).isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter(stone, "gather stone", "deposit stone!", "rest"))
                .isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter(stone, "gather stone", "rest", "deposit stone"))
                .isEqualTo(Agreement.State.DONE);
        String words = "ihm zur Hand gehen";
        assertThat(stateAfter(words, "gather wood", "rest")).isEqualTo(Agreement.State.DONE);
        assertThat(stateAfter(words, "gather wood", "rest!")).isEqualTo(Agreement.State.OPEN);
        assertThat(stateAfter(words, "gather wood!", "rest")).isEqualTo(Agreement.State.OPEN);
    }

    @Test
    void whatFailedIsForgottenOnceItSucceeds() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Mind mind = world.getMapper(Mind.class).get(agent);
        Agreement agreement =
                journal.agree("Robin", true, "Wood, please!", "Aye.", "gather wood 4", 0);
        QueuedStep failed = step("wood", "4", QueuedStep.State.FAILED);
        failed.agreement = agreement.number;
        agreement.stepsLeft = 1;
        keeper.ended(agent, failed);
        mind.addTrouble(failed.step + ": the wolf came");
        mind.addTrouble(Layer.TALKER, failed.step + ": the wolf came");
        mind.addTrouble(step("wool", "4", QueuedStep.State.FAILED).step + ": no wool");
        assertThat(agreement.state).isEqualTo(Agreement.State.FAILED);
        keeper.ended(agent, step("stone", "4", QueuedStep.State.DONE));
        assertThat(mind.troubles()).hasSize(2);
        assertThat(agreement.state).isEqualTo(Agreement.State.FAILED);
        keeper.ended(agent, step("wood", "6", QueuedStep.State.DONE));
        assertThat(mind.troubles()).hasSize(1).first().asString().contains("wool");
        assertThat(mind.troubles(Layer.TALKER)).isEmpty();
        assertThat(agreement.state).isEqualTo(Agreement.State.DONE);
    }

    @Test
    void stepThatBringsLessIsWrittenDownAsWhatItBroughtAndKeepsNoPromiseOfMore() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree("Robin", true, "", "Aye.", "gather wood 6", 0);
        QueuedStep few = endWithTwoOfSix(agreement);
        assertThat(journal.deeds).last().extracting(deed -> deed.step).isEqualTo(few.achieved());
        assertThat(few.achieved()).hasToString("gather wood 2");
        assertThat(agreement.state).isEqualTo(Agreement.State.FAILED);
        assertThat(agreement.reason).isEqualTo("gather wood 6, 2 of it done");

        QueuedStep more = step("wood", "3", QueuedStep.State.DONE);
        keeper.ended(agent, more);
        assertThat(agreement.state).as("five of six").isEqualTo(Agreement.State.FAILED);
        more.done = 1;
        keeper.ended(agent, more);
        assertThat(agreement.state).as("all of it after all").isEqualTo(Agreement.State.DONE);
    }

    @Test
    void stepThatBringsLessThanOrderedKeepsAPromiseOfNoMoreThanThat() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree("Robin", true, "Bring 2 wood!", "Aye.", "", 0);
        endWithTwoOfSix(agreement);
        assertThat(agreement.state).isEqualTo(Agreement.State.DONE);

        QueuedStep trade = done(Step.of("trade")
                .with("item", "wood")
                .with("amount", 6)
                .with("for", "berries")
                .with("for_amount", 12));
        trade.done = 3;
        assertThat(trade.achieved()).as("of two numbers").isSameAs(trade.step);
    }

    @Test
    void stepThatWasNotNeededExcusesThePromiseAndIsNoDeed() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree("Robin", true, "Help me!", "Aye.", "help Robin", 0);
        agreement.stepsLeft = 1;
        QueuedStep help = done(Step.of("help").with("to", "Robin"));
        help.reason = "Robin is well";
        help.agreement = agreement.number;
        keeper.ended(agent, help);
        assertThat(agreement.state).isEqualTo(Agreement.State.EXCUSED);
        assertThat(agreement.reason).isEqualTo("Robin is well");
        assertThat(journal.deeds)
                .extracting(deed -> deed.kind + " " + deed.note)
                .containsExactly("EVENT Robin is well");
    }

    @Test
    void whatWasOwedToOneIsNotDoneForAnother() {
        start();
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree(
                "Robin", true, "Water, please!", "Aye.", "withdraw water 2, give Robin water 2", 0);
        agreement.settle(Agreement.State.FAILED, "the storehouse has no water", 0);
        keeper.ended(agent, done(Step.of("withdraw").with("item", "water")));
        keeper.ended(agent, done(Step.of("give").with("to", "Tamsin").with("item", "bread")));
        keeper.ended(agent, done(Step.of("talk").with("to", "Robin")));
        assertThat(agreement.state).isEqualTo(Agreement.State.FAILED);
        keeper.ended(agent, done(Step.of("give").with("to", "Robin").with("item", "water")));
        assertThat(agreement.state).isEqualTo(Agreement.State.DONE);
    }

    /** Ends the only step of an agreement, wood 6, with 2. */
    private QueuedStep endWithTwoOfSix(Agreement agreement) {
        agreement.stepsLeft = 1;
        QueuedStep few = step("wood", "6", QueuedStep.State.DONE);
        few.done = 2;
        few.agreement = agreement.number;
        keeper.ended(agent, few);
        return few;
    }

    private static QueuedStep done(Step step) {
        QueuedStep queued = new QueuedStep(step);
        queued.state = QueuedStep.State.DONE;
        return queued;
    }

    private static QueuedStep step(String target, String amount, QueuedStep.State state) {
        QueuedStep queued =
                new QueuedStep(Step.of("gather").with("target", target).with("amount", amount));
        queued.state = state;
        return queued;
    }

    @Test
    void keptAgreementIsSettledBesideEntitiesThatAreGone() {
        start();
        world.getMapper(Persona.class).create(agent);
        Senses senses = world.getMapper(Senses.class).create(agent);
        senses.nearby.add(100_000); // the game has deleted it, and no entity had so high an id
        senses.nearby.add(-1);
        Journal journal = world.getMapper(Journal.class).create(agent);
        Agreement agreement = journal.agree("Bob", true, "Rest!", "I do.", "rest", 0);
        QueuedStep step = new QueuedStep(Step.of("rest"));
        step.agreement = agreement.number;
        step.state = QueuedStep.State.DONE;
        keeper.ended(agent, step);
        assertThat(agreement.state).isEqualTo(Agreement.State.DONE);
        assertThat(journal.deeds).hasSize(1);
    }
}
