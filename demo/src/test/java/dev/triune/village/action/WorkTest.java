/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import dev.triune.village.Hamlet;
import dev.triune.village.places.Fire;
import dev.triune.village.places.Patch;
import dev.triune.village.places.Point;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Stock;
import dev.triune.village.places.Village;
import org.junit.jupiter.api.Test;

final class WorkTest {
    private static final Step STORE = Step.of("deposit");
    private static final Step FEED = Step.of("deposit").with("where", "fire");

    private final Hamlet hamlet = new Hamlet();
    private final Village village = hamlet.village();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final Stock carried = hamlet.carries(mira);

    WorkTest() {
        hamlet.run("gather", new Gather(village))
                .run("deposit", new Deposit(village))
                .run("withdraw", new Withdraw(village))
                .run("cook", new Cook(village));
    }

    @Test
    void gatheringBringsTheAmountThatWasOrdered() {
        Patch wood = village.patch(Resource.WOOD).orElseThrow();
        int before = wood.left();
        done(gather("wood", 7));
        assertThat(carried).hasToString("wood 7");
        assertThat(wood.left()).isBetween(before - 7, before);
    }

    @Test
    void nobodyGathersMoreThanCanBeCarried() {
        carried.add(Resource.STONE, Gather.CARRY_LIMIT - 2);
        done(gather("berries", 9));
        assertThat(carried.total()).isEqualTo(Gather.CARRY_LIMIT);
    }

    @Test
    void gatheringFailsWhereNothingIsLeft() {
        Patch stone = village.patch(Resource.STONE).orElseThrow();
        while (stone.left() > 0) {
            stone.takeOne();
        }
        failed(gather("stone", 3), "there is no stone left");
    }

    @Test
    void depositingEmptiesTheHandsIntoTheStorehouse() {
        int before = village.store().get(Resource.STONE);
        carried.add(Resource.STONE, 5);
        done(STORE);
        assertThat(carried.total()).isZero();
        assertThat(village.store().get(Resource.STONE)).isEqualTo(before + 5);
    }

    @Test
    void woodOnTheFireBurnsAndTheRestStaysInTheHands() {
        carried.add(Resource.WOOD, 2);
        carried.add(Resource.BERRIES, 1);
        int fuel = village.fires().get(0).fuel();
        done(FEED);
        assertThat(carried).hasToString("berries 1");
        assertThat(village.fires().get(0).fuel())
                .isBetween(fuel + 2 * Fire.TICKS_PER_WOOD - 10, fuel + 2 * Fire.TICKS_PER_WOOD);
    }

    @Test
    void thereIsNothingToDepositWithEmptyHands() {
        failed(STORE, "you carry nothing");
        failed(FEED, "you carry no wood");
    }

    @Test
    void withdrawingTakesWhatThereIs() {
        village.store().clear();
        village.store().add(Resource.MEALS, 2);
        done(withdraw("meals", 5));
        assertThat(carried).hasToString("meals 2");
        failed(withdraw("meals", 1), "the storehouse has no meals");
    }

    @Test
    void somebodyElseMayHaveTakenTheLastMeanwhile() {
        village.store().clear();
        village.store().add(Resource.MEALS, 1);
        QueuedStep step = hamlet.order(mira, withdraw("meals", 1));
        hamlet.pass(2);
        village.store().clear();
        hamlet.pass(200);
        assertThat(step.reason).isEqualTo("the storehouse has no meals");
    }

    @Test
    void twoBerriesMakeAMeal() {
        carried.add(Resource.BERRIES, 5);
        done(Step.of("cook").with("amount", 4));
        assertThat(carried).hasToString("berries 1, meals 2");
    }

    @Test
    void nobodyCooksWithoutBerriesNorWithoutAFire() {
        carried.add(Resource.BERRIES, 1);
        failed(Step.of("cook").with("amount", 1), "you carry too few berries");
        carried.add(Resource.BERRIES, 1);
        hamlet.pass(village.fires().get(0).fuel());
        failed(Step.of("cook").with("amount", 1), "the fire is out");
    }

    private void done(Step step) {
        QueuedStep queued = hamlet.carryOut(mira, step);
        assertThat(queued.state).as(queued.reason).isEqualTo(QueuedStep.State.DONE);
    }

    private void failed(Step step, String reason) {
        QueuedStep queued = hamlet.carryOut(mira, step);
        assertThat(queued.state).isEqualTo(QueuedStep.State.FAILED);
        assertThat(queued.reason).isEqualTo(reason);
    }

    private static Step gather(String target, int amount) {
        return Step.of("gather").with("target", target).with("amount", amount);
    }

    private static Step withdraw(String item, int amount) {
        return Step.of("withdraw").with("item", item).with("amount", amount);
    }
}
