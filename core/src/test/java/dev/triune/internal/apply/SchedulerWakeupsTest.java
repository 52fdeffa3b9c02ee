/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Prompt;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import org.junit.jupiter.api.Test;

/** In a crowd, changes made by the systems themselves wake the agent in the scheduler at once. */
class SchedulerWakeupsTest {
    private static final int CROWD = 1_000;

    private final FakeBroker broker = new FakeBroker();
    private Progress working = Progress.RUNNING;
    private boolean meal;
    private final World world =
            new World(new WorldConfigurationBuilder().with(minds()).build());
    private final int agent = populate();

    private MindPlugin minds() {
        return new MindPlugin(broker, TestWorld.ACTIONS)
                .agentsPerTick(1)
                .configure(mindConfig -> mindConfig
                        .thinkAhead(false)
                        .layer(
                                Layer.AUTONOMIC,
                                autonomic ->
                                        autonomic.withPrompt(agentSnapshot -> Prompt.of("Now?"))))
                .runner("rest", (id, step) -> working)
                .runner("seek_food", (id, step) -> eat());
    }

    /** Of the crowd, only one in the middle asks models. */
    private int populate() {
        for (int i = 0; i < CROWD; i++) {
            int id = world.create();
            world.edit(id).create(Mind.class).usesModel = i == CROWD / 2;
            world.edit(id).create(Needs.class);
        }
        return CROWD / 2;
    }

    @Test
    void endOfPlanWakesTheAgent() {
        work();
        working = Progress.DONE;
        assertRequests("executor");
    }

    @Test
    void startOfReflexWakesTheAgent() {
        work();
        needs().hunger = 0.05f;
        assertRequests("autonomic");
    }

    @Test
    void endOfReflexConditionWakesTheAgent() {
        starve();
        needs().hunger = 1;
        assertRequests("executor");
    }

    @Test
    void completedReflexWakesTheAgent() {
        starve();
        meal = true;
        assertRequests("executor");
    }

    @Test
    void endOfRequestWakesTheAgent() {
        ticks(1);
        assertThat(broker.asked()).hasSize(1);
        assertThat(broker.grant(broker.last())).isPresent();
        ticks(5);
        broker.answer(broker.last(), new PlanPart.RejectedStep("fly", "no such action"));
        ticks(2);
        assertThat(broker.asked()).hasSize(2); // the second try, which waits for no cooldown
    }

    @Test
    void removalOfCurrentStepWakesTheAgent() {
        work();
        queue().steps.clear(); // by itself, and tells nobody
        assertRequests("executor");
    }

    @Test
    void cancelledPlanWakesTheAgent() {
        work();
        world.getSystem(DecisionApplySystem.class).cancelPlan(agent);
        ticks(1);
        assertRequests("executor");
    }

    // ---- fixtures

    private void work() {
        queue().steps.add(new QueuedStep(Step.of("rest")));
        queue().undisturbed = true;
        needs().hunger = 0.65f; // well enough to work, not to think of more
        letSchedulerSkipTheAgent();
    }

    private void starve() {
        needs().hunger = 0.5f; // not critical
        letSchedulerSkipTheAgent();
        assertThat(world.getMapper(Behavior.class).get(agent).name).isEqualTo("seek_food");
    }

    private Progress eat() {
        needs().hunger = meal ? 1 : needs().hunger;
        return meal ? Progress.DONE : Progress.RUNNING;
    }

    /** From now on the scheduler visits the agent only if something wakes it. */
    private void letSchedulerSkipTheAgent() {
        Mind mind = world.getMapper(Mind.class).get(agent);
        mind.usesModel = false;
        ticks(3);
        mind.usesModel = true;
        ticks(3);
        assertThat(broker.asked()).isEmpty();
    }

    private void assertRequests(String layer) {
        ticks(2);
        assertThat(broker.asked()).hasSize(1);
        assertThat(broker.last().request().layer()).isEqualTo(layer);
    }

    private Needs needs() {
        return world.getMapper(Needs.class).get(agent);
    }

    private BehaviorQueue queue() {
        return world.getMapper(BehaviorQueue.class).create(agent);
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }
}
