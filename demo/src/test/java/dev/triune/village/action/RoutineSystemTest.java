/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Broker;
import dev.triune.system.MindPlugin;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.Mockito;

final class RoutineSystemTest {
    private static final int PATIENCE = 600;

    private final Village village = new Village(8);
    private final ActionCatalog catalog = VillageActions.catalog(new ActionPreconditions());
    private final MindPlugin minds =
            new MindPlugin(Mockito.mock(Broker.class), catalog).withoutBehaviorSystem();
    private final VillageRoutine villageRoutine = new VillageRoutine();
    private final RoutineSystem routine = new RoutineSystem();
    private final World world = new World(new WorldConfigurationBuilder()
            .with(minds)
            .with(routine)
            .build()
            .register(village)
            .register(villageRoutine));
    private final int agent = world.create();
    private final Mind mind =
            world.edit(agent).create(Mind.class); // without needs only the routine acts
    private final Villager villager = world.edit(agent).create(Villager.class);
    private final Behavior behavior = world.edit(agent).create(Behavior.class);
    private final BehaviorQueue queue = world.edit(agent).create(BehaviorQueue.class);

    @BeforeEach
    void injectMappers() {
        world.inject(villageRoutine);
    }

    @ParameterizedTest
    @EnumSource(Trade.class)
    void startsTheTradeRoutineAfterAWhileWithoutPlan(Trade trade) throws InvalidStepException {
        villager.trade = trade;
        passTo(PATIENCE);
        assertThat(queue.steps).isEmpty();
        passTo(PATIENCE + 1);
        assertThat(queue.steps).hasSizeGreaterThan(1);
        assertThat(routine.routinesStarted()).isEqualTo(1);
        assertThat(minds.stats().steps().queued()).isEqualTo(queue.steps.size());
        for (QueuedStep queued : queue.steps) {
            Step step = queued.step;
            assertThat(catalog.check(step)).isEqualTo(step);
        }
    }

    @Test
    void fullHandsAreEmptiedFirst() {
        villager.carries.add(Resource.BERRIES, GatherAction.CARRY_LIMIT);
        passTo(PATIENCE + 1);
        assertThat(queue.steps.get(0).step).isEqualTo(Step.of("deposit"));
    }

    @Test
    void plansReflexesAndSleepDelayTheRoutine() {
        queue.steps.add(new QueuedStep(Step.of("go_to")));
        passTo(PATIENCE + 1);
        queue.steps.clear();
        behavior.begin("seek_food", Behavior.Origin.REFLEX, 40, true, PATIENCE);
        passTo(2 * PATIENCE);
        behavior.end(true, 2 * PATIENCE);
        behavior.asleep = true;
        passTo(3 * PATIENCE);
        assertThat(routine.routinesStarted()).isZero();
    }

    @Test
    void strollsDoNotDelayTheRoutine() {
        behavior.begin("explore", Behavior.Origin.REFLEX, 15, true, 0);
        passTo(PATIENCE + 1);
        assertThat(routine.routinesStarted()).isEqualTo(1);
    }

    private void passTo(long tick) {
        mind.usesModel = false;
        while (village.tick() < tick) {
            village.advanceTo(village.tick() + 1);
            world.process();
        }
    }
}
