/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Building;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class WorkActionsTest {
    private static final Step STORE = Step.of("deposit");
    private static final Step FEED = Step.of("deposit").with("where", "fire");

    private final TestVillage hamlet = new TestVillage();
    private final Village village = hamlet.village();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final Stock carried = hamlet.carries(mira);

    WorkActionsTest() {
        hamlet.run(VillagerAction.Gather.class, new GatherAction())
                .run(VillagerAction.Deposit.class, new DepositAction())
                .run(VillagerAction.Withdraw.class, new WithdrawAction())
                .run(VillagerAction.Cook.class, new CookAction())
                .run(VillagerAction.Plant.class, new PlantAction())
                .run(VillagerAction.MakeTool.class, new MakeToolAction())
                .run(VillagerAction.Harvest.class, new HarvestAction());
    }

    @Test
    void gathersTheOrderedAmount() {
        ResourcePatch wood = village.patch(Resource.WOOD).orElseThrow();
        int before = wood.remaining();
        done(gather("wood", 7));
        assertThat(carried).hasToString("wood 7");
        assertThat(wood.remaining()).isBetween(before - 7, before);
    }

    @Test
    void gatheringGoesOnWhereItWasInterrupted() {
        QueuedStep step = hamlet.order(mira, gather("wood", 6));
        for (int tick = 0; tick < 5_000 && carried.total() < 4; tick++) {
            hamlet.pass(1);
        }
        interrupt(step);
        for (int tick = 0; tick < 5_000 && !step.finished(); tick++) {
            hamlet.pass(1);
        }
        assertThat(step.starts).isEqualTo(2);
        assertThat(step.done).isEqualTo(6);
        assertThat(carried).hasToString("wood 6");
    }

    @Test
    void whatAnInterruptedStepUsedUpDoesNotEndThePlan() {
        carried.add(Resource.GRAIN, 4);
        carried.add(Resource.WATER, 2);
        QueuedStep step = hamlet.order(mira, Step.of("cook").with("amount", 3));
        QueuedStep next = new QueuedStep(STORE);
        hamlet.of(mira, BehaviorQueue.class).steps.add(next);
        for (int tick = 0; tick < 5_000 && carried.get(Resource.BREAD) < 2; tick++) {
            hamlet.pass(1);
        }
        interrupt(step);
        for (int tick = 0; tick < 5_000 && !next.finished(); tick++) {
            hamlet.pass(1);
        }
        assertThat(step.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(next.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(carried).hasToString("nothing");
    }

    /** Interrupts a step as talk does. */
    private void interrupt(QueuedStep step) {
        step.state = QueuedStep.State.PENDING;
        hamlet.of(mira, BehaviorQueue.class).pausedBy = "stand_and_talk";
        hamlet.of(mira, Behavior.class).end(false, hamlet.tick());
    }

    @Test
    void bringsOnlyTheAmountThatItIsTold() {
        carried.add(Resource.BERRIES, 9);
        carried.add(Resource.WOOD, 2);
        int berries = village.store().get(Resource.BERRIES);
        done(STORE.with("amount", 4));
        assertThat(carried).hasToString("berries 5");
        assertThat(village.store().get(Resource.BERRIES) - berries).isEqualTo(4);
        carried.add(Resource.WOOD, 5);
        done(FEED.with("amount", 3));
        assertThat(carried.get(Resource.WOOD)).isEqualTo(2);
    }

    @Test
    void restsUntilTheHourThatItIsTold() {
        hamlet.run(VillagerAction.Rest.class, new RestAction());
        int hour = Calendar.hour(hamlet.tick());
        done(Step.of("rest").with("until", (hour + 2) % 24));
        assertThat(Calendar.hour(hamlet.tick())).isEqualTo((hour + 2) % 24);
    }

    @Test
    void restDoesNotWaitForTheNextDayIfItsHourHasPassed() {
        hamlet.run(VillagerAction.Rest.class, new RestAction());
        int hour = Calendar.hour(hamlet.tick());
        done(Step.of("rest").with("until", (hour + 23) % 24));
        done(Step.of("rest").with("until", (hour + 16) % 24));
        assertThat(Calendar.hour(hamlet.tick())).isEqualTo(hour);
    }

    @Test
    void announcesEachHundredthPieceOfALife() {
        hamlet.of(mira, Villager.class).lifetime[Resource.WOOD.ordinal()] = 195;
        done(gather("wood", 4));
        assertThat(village.chronicle().nextUnreported()).isEmpty();
        done(gather("wood", 3));
        assertThat(village.chronicle().nextUnreported())
                .hasValue("Mira has gathered 200 wood in all");
    }

    @Test
    void gathersAtMostTheCarryLimit() {
        carried.add(Resource.STONE, GatherAction.CARRY_LIMIT - 2);
        done(gather("berries", 9));
        assertThat(carried.total()).isEqualTo(GatherAction.CARRY_LIMIT);
    }

    @Test
    void gatheringFailsIfThePatchIsEmpty() {
        hamlet.pass(1); // things regrow at sunrise
        ResourcePatch stone = village.patch(Resource.STONE).orElseThrow();
        while (stone.remaining() > 0) {
            stone.takeOne();
        }
        failed(gather("stone", 3), "there is no stone left");
    }

    @Test
    void toolsWearOutAndMakeWorkFaster() {
        Villager villager = hamlet.of(mira, Villager.class);
        villager.tool = 2;
        done(gather("wood", 2));
        assertThat(villager.tool).isZero();
        assertThat(village.chronicle().nextUnreported()).hasValue("Mira's tool is worn out");
        long begun = hamlet.tick();
        done(gather("wood", 2));
        long slow = hamlet.tick() - begun;
        carried.add(Resource.TOOL, 1);
        begun = hamlet.tick();
        done(gather("wood", 2));
        assertThat(hamlet.tick() - begun).isLessThan(slow * 2 / 3);
        assertThat(villager.tool).isEqualTo(Villager.TOOL_LASTS - 2);
        assertThat(carried).hasToString("wood 6");
    }

    @Test
    void makesToolsFromStoredWoodAndStone() {
        Stock store = village.store();
        store.clear();
        failed(tools(1), "a tool takes wood 2 and stone 1; the storehouse has wood 0 and stone 0");
        store.add(Resource.WOOD, 5);
        store.add(Resource.STONE, 5);
        done(tools(3)); // of which two can be made
        assertThat(carried).hasToString("tool 2");
        assertThat(store).hasToString("wood 1, stone 3");
        assertThat(village.chronicle().count(Chronicle.Change.TOOLS_MADE)).isEqualTo(2);
    }

    @Test
    void makesNoMoreToolsThanTheStorehouseLacks() {
        Stock store = village.store();
        store.clear();
        store.add(Resource.WOOD, 20);
        store.add(Resource.STONE, 20);
        store.add(Resource.TOOL, MakeToolAction.ENOUGH - 1);
        ActionPreconditions rules = new ActionPreconditions();
        hamlet.world().inject(rules);
        assertThat(rules.isShortOfTools(mira, new VillagerAction.MakeTool(4))).isTrue();
        done(tools(4));
        assertThat(carried).hasToString("tool 1");
        assertThat(rules.isShortOfTools(mira, new VillagerAction.MakeTool(4))).isFalse();
    }

    private static Step tools(int amount) {
        return Step.of("make_tool").with("amount", amount);
    }

    @Test
    void gathersTheRestOfANearlyEmptyPatch() {
        ResourcePatch stone = village.patch(Resource.STONE).orElseThrow();
        while (stone.remaining() > 2) {
            stone.takeOne();
        }
        done(gather("stone", 9));
        assertThat(carried.get(Resource.STONE)).isBetween(2, 4);
    }

    @Test
    void depositMovesCarriedGoodsToTheStorehouse() {
        int before = village.store().get(Resource.STONE);
        carried.add(Resource.STONE, 5);
        done(STORE);
        assertThat(carried.total()).isZero();
        assertThat(village.store().get(Resource.STONE)).isEqualTo(before + 5);
    }

    @Test
    void depositKeepsWhatThePlanGivesToOthers() {
        carried.add(Resource.STONE, 5);
        QueuedStep stored = hamlet.order(mira, STORE);
        hamlet.order(
                mira, Step.of("give").with("to", "Nobody").with("item", "stone").with("amount", 2));
        while (!stored.finished()) {
            hamlet.pass(1);
        }
        assertThat(carried).hasToString("stone 2");
    }

    @Test
    void depositOfOneKindLeavesTheRest() {
        carried.add(Resource.STONE, 5);
        carried.add(Resource.BERRIES, 2);
        done(STORE.with("item", "stone").with("amount", 4));
        assertThat(carried).hasToString("stone 1, berries 2");
    }

    @Test
    void depositAtTheFireAddsOnlyWood() {
        carried.add(Resource.WOOD, 2);
        carried.add(Resource.BERRIES, 1);
        int fuel = village.buildings().campfires().get(0).fuel();
        done(FEED);
        assertThat(carried).hasToString("berries 1");
        assertThat(village.buildings().campfires().get(0).fuel())
                .isBetween(
                        fuel + 2 * Campfire.TICKS_PER_WOOD - 10,
                        fuel + 2 * Campfire.TICKS_PER_WOOD);
    }

    @Test
    void depositFailsWithEmptyHands() {
        failed(STORE, "you carry nothing");
        failed(FEED, "you carry no wood");
    }

    @Test
    void withdrawsAtMostTheStoredAmount() {
        village.store().clear();
        village.store().add(Resource.BREAD, 2);
        done(withdraw("bread", 5));
        assertThat(carried).hasToString("bread 2");
        failed(withdraw("bread", 1), "the storehouse has no bread");
    }

    @Test
    void seedIsWithdrawnOnlyToSowUnlessGrainGrows() {
        village.store().clear();
        village.store().add(Resource.GRAIN, 6);
        done(withdraw("grain", 4));
        assertThat(carried).hasToString("grain 2");
        failed(withdraw("grain", 4), "the storehouse keeps its last grain 4 to be planted");

        QueuedStep seed = hamlet.order(mira, withdraw("grain", 1));
        done(Step.of("plant").with("amount", 1));
        assertThat(seed.state).isEqualTo(QueuedStep.State.DONE);
        assertThat(village.buildings().fieldPlots()).anyMatch(each -> !each.bare());
        done(withdraw("grain", 3));
        assertThat(village.store().get(Resource.GRAIN)).isZero();
    }

    @Test
    void cooksAtTheSameTimeDoNotBakeTheSeed() {
        int oren = hamlet.settle("Oren", new Point(24, 24));
        Step cook = Step.of("cook").with("amount", 2);
        QueuedStep mirasBread = hamlet.order(mira, cook);
        QueuedStep orensBread = hamlet.order(oren, cook);
        hamlet.pass(3_600);

        assertThat(mirasBread.state == QueuedStep.State.DONE)
                .isNotEqualTo(orensBread.state == QueuedStep.State.DONE);
        assertThat(village.store().get(Resource.GRAIN)).isEqualTo(4);
    }

    @Test
    void withdrawFailsIfTheStoreIsEmptiedMeanwhile() {
        village.store().clear();
        village.store().add(Resource.BREAD, 1);
        QueuedStep step = hamlet.order(mira, withdraw("bread", 1));
        hamlet.pass(2);
        village.store().clear();
        hamlet.pass(200);
        assertThat(step.reason).isEqualTo("the storehouse has no bread");
    }

    @Test
    void bakeryDoublesTheBreadPerDough() {
        carried.add(Resource.GRAIN, 5);
        carried.add(Resource.WATER, 2);
        done(Step.of("cook").with("amount", 4));
        assertThat(carried).hasToString("grain 1, bread 2");
        village.buildings().complete(village.buildings().claim(Building.BAKERY).orElseThrow());
        carried.add(Resource.GRAIN, 1);
        carried.add(Resource.WATER, 1);
        done(Step.of("cook").with("amount", 1));
        assertThat(carried).hasToString("bread 4");
    }

    @Test
    void cookFetchesIngredientsFromTheStorehouseAndRiver() {
        village.store().clear();
        village.store().add(Resource.GRAIN, 9);
        done(Step.of("cook").with("amount", 2));
        assertThat(carried).hasToString("bread 2");
        assertThat(village.store()).hasToString("grain 5");
    }

    @Test
    void sownGrainIsHarvestedOnceItIsRipe() {
        carried.add(Resource.GRAIN, 2);
        done(Step.of("plant").with("amount", 2));
        assertThat(village.buildings().fieldPlots()).noneMatch(FieldPlot::bare);
        failed(Step.of("harvest").with("amount", 1), "no grain is ripe");
        hamlet.pass(FieldPlot.TICKS_TO_RIPEN);
        done(Step.of("harvest").with("amount", 6));
        assertThat(carried).hasToString("grain " + 2 * FieldPlot.YIELD);
        failed(Step.of("harvest").with("amount", 1), "no grain is ripe");
    }

    @Test
    void whatOthersDidFirstIsNoWorkDone() {
        FieldPlot plot = village.buildings().fieldPlots().get(0);
        plot.sow();
        hamlet.pass(FieldPlot.TICKS_TO_RIPEN);
        meanwhile(Step.of("harvest").with("amount", 2), plot::reap, "no grain is ripe");

        carried.add(Resource.GRAIN, 1);
        meanwhile(
                Step.of("plant").with("amount", 1),
                () -> village.buildings().fieldPlots().forEach(FieldPlot::sow),
                "no plot of the field is bare");
    }

    @Test
    void whatIsTakenFromTheHandsMeanwhileIsNoWorkDone() {
        carried.add(Resource.GRAIN, 2);
        carried.add(Resource.WATER, 1);
        meanwhile(Step.of("plant").with("amount", 1), carried::clear, "you carry no grain to sow");
        assertThat(village.buildings().fieldPlots()).allMatch(FieldPlot::bare);

        carried.add(Resource.GRAIN, 2);
        carried.add(Resource.WATER, 1);
        meanwhile(
                Step.of("cook").with("amount", 1),
                carried::clear,
                "a dough takes grain 2 and water 1; you carry grain 0 and water 0");

        carried.add(Resource.WOOD, 2);
        meanwhile(FEED, carried::clear, "you carry no wood");
        carried.add(Resource.WOOD, 2);
        meanwhile(STORE, carried::clear, "you carry nothing");
    }

    /** Lets something happen while a step runs, and expects it to fail. */
    private void meanwhile(Step step, Runnable event, String reason) {
        Position at = hamlet.of(mira, Position.class);
        at.x = 28;
        at.y = 28;
        QueuedStep queued = hamlet.order(mira, step);
        hamlet.pass(2);
        assertThat(queued.state).isEqualTo(QueuedStep.State.CURRENT);
        event.run();
        hamlet.pass(600);
        assertThat(queued.state).as(step.toString()).isEqualTo(QueuedStep.State.FAILED);
        assertThat(queued.reason).isEqualTo(reason);
    }

    @Test
    void fullHandsGatherAndReapNothing() {
        carried.add(Resource.STONE, GatherAction.CARRY_LIMIT);
        failed(gather("berries", 1), "you carry stone 24, as much as you can");
        village.buildings().fieldPlots().get(0).sow();
        hamlet.pass(FieldPlot.TICKS_TO_RIPEN);
        failed(Step.of("harvest").with("amount", 1), "you carry stone 24, as much as you can");
    }

    @Test
    void anInterruptedStepThatCannotGoOnHasDoneSomething() {
        ResourcePatch wood = village.patch(Resource.WOOD).orElseThrow();
        QueuedStep step = hamlet.order(mira, gather("wood", 6));
        for (int tick = 0; tick < 5_000 && carried.total() < 4; tick++) {
            hamlet.pass(1);
        }
        interrupt(step);
        while (wood.remaining() > 0) {
            wood.takeOne();
        }
        hamlet.pass(10);
        assertThat(step.state).as(step.reason).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void whatFindsNoRoomIsNotBrought() {
        village.store().add(Resource.STONE, village.storageCapacity());
        carried.add(Resource.STONE, 5);
        failed(STORE, "the storehouse had no room for stone 5, so it spoiled");
    }

    @Test
    void depositKeepsTheToolThatReplacesAWornOne() {
        Villager villager = hamlet.of(mira, Villager.class);
        int tools = village.store().get(Resource.TOOL);
        villager.tool = 0;
        carried.add(Resource.TOOL, 2);
        done(STORE);
        assertThat(villager.tool).isEqualTo(Villager.TOOL_LASTS);
        assertThat(village.store().get(Resource.TOOL)).isEqualTo(tools + 1);
        villager.tool = 0;
        carried.add(Resource.TOOL, 1);
        failed(STORE, "you need the tool that you carry, as yours is worn out");
        assertThat(villager.tool).isEqualTo(Villager.TOOL_LASTS);
    }

    @Test
    void drawsWaterAtTheRiverUntilAWellIsBuilt() {
        done(gather("water", 2));
        Position at = hamlet.of(mira, Position.class);
        assertThat(at.distance(Place.RIVER.x(), Place.RIVER.y())).isLessThan(1);
        village.buildings().complete(village.buildings().claim(Building.WELL).orElseThrow());
        at.x = 24;
        at.y = 24;
        done(gather("water", 2));
        assertThat(at.distance(24, 24)).isLessThan(6);
    }

    @Test
    void goodsBeyondTheStorageCapacityAreLost() {
        village.store().add(Resource.STONE, village.storageCapacity() - 2);
        carried.add(Resource.STONE, 5);
        carried.add(Resource.GRAIN, 1);
        done(STORE);
        assertThat(village.store().get(Resource.STONE)).isEqualTo(village.storageCapacity());
        assertThat(carried.total()).isZero();
    }

    @Test
    void cookFailsWithoutIngredientsOrOven() {
        village.store().clear();
        failed(
                Step.of("cook").with("amount", 1),
                "needs both in hand: you carry grain 0 and water 0");
        carried.add(Resource.GRAIN, 2);
        carried.add(Resource.WATER, 1);
        hamlet.pass(village.buildings().campfires().get(0).fuel());
        failed(Step.of("cook").with("amount", 1), "the fire is out, and there is no bakery");
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
