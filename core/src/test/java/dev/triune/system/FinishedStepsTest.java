/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.MindConfig;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.TestWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A queue counts its finished steps, and keeps the last ones. */
class FinishedStepsTest {
    private int agent;

    private BehaviorQueue afterPlan(int kept, String... types) {
        TestWorld world = TestWorld.builder()
                .thinking(config -> config.finishedSteps(kept))
                .run("short", (id, step) -> Progress.DONE)
                .run("gather", (id, step) -> Progress.failed("no wood"))
                .run("long", (id, step) -> Progress.RUNNING)
                .build();
        agent = world.agent();
        world.order(agent, types);
        world.ticks(types.length + 1);
        return world.queue(agent);
    }

    private static List<String> types(List<QueuedStep> steps) {
        return steps.stream().map(each -> each.step.type()).toList();
    }

    @Test
    void keepsTheLastFinishedStepsAndCountsCompletedOnes() {
        BehaviorQueue queue = afterPlan(2, "short", "short", "gather", "short", "long", "rest");
        assertThat(types(queue.steps)).containsExactly("long", "rest");
        assertThat(types(queue.finished())).containsExactly("gather", "short");
        assertThat(queue.finished().get(0).reason).isEqualTo("no wood");
        assertThat(queue.done).isEqualTo(3);
        assertThat(types(queue.wholePlan())).containsExactly("gather", "short", "long", "rest");
    }

    @Test
    void keepsNoFinishedStepIfSetToZero() {
        BehaviorQueue queue = afterPlan(0, "short", "long");
        assertThat(queue.finished()).isEmpty();
        assertThat(queue.done).isEqualTo(1);
    }

    @Test
    void forgetsFinishedStepsWhenTheNextPlanStarts() {
        BehaviorQueue queue = afterPlan(8, "short", "gather");
        queue.startNextPlan();
        assertThat(queue.wholePlan()).isEmpty();
        assertThat(queue.done).isZero();
    }

    @Test
    void skipsFinishedStepsThatOlderSavesHaveInThePlan() {
        BehaviorQueue queue = new BehaviorQueue();
        for (State state : List.of(State.DONE, State.FAILED, State.PENDING)) {
            QueuedStep step = new QueuedStep(Step.of("rest"));
            step.state = state;
            queue.steps.add(step);
        }
        assertThat(queue.next()).isSameAs(queue.steps.get(2));
        queue.startNextPlan();
        assertThat(queue.steps).hasSize(1);
    }

    @Test
    void rejectsImpossibleNumberOfFinishedSteps() {
        MindConfig config = new MindConfig(TestWorld.ACTIONS);
        for (int wrong : new int[] {-1, 33}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> config.finishedSteps(wrong))
                    .withMessage("finishedSteps " + wrong + " (expected 0 to 32)");
        }
    }
}
