/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.fixture.TestWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** A step that the game removes while it is being processed ends only once, as dropped. */
class RemovedStepTest {
    private final List<String> events = new ArrayList<>();
    private IntConsumer onStart = agent -> {};
    private final MindListener listener = new MindListener() {
        @Override
        public void stepStarted(int agent, Step step) {
            events.add("started " + step);
            onStart.accept(agent);
        }

        @Override
        public void stepDone(int agent, Step step) {
            events.add("done " + step);
        }

        @Override
        public void stepFailed(int agent, Step step, String reason) {
            events.add("failed " + step);
        }

        @Override
        public void stepRemoved(int agent, Step step) {
            events.add("removed " + step);
        }
    };

    private TestWorld world(Routine routine, boolean possible, ActionRunner<Step> rest) {
        return TestWorld.builder()
                .actions(ActionCatalog.builder()
                        .action("rest", "sit down")
                        .action("long", "do something that takes for ever")
                        .require("rest", "a bench", (agent, step) -> possible)
                        .build())
                .routine(routine)
                .listener(listener)
                .run("rest", rest)
                .run("long", (agent, step) -> Progress.RUNNING)
                .build();
    }

    @Test
    void stepRemovedByAListenerIsOnlyDropped() {
        TestWorld world = world(Routine.NONE, false, (agent, step) -> Progress.DONE);
        onStart = agent -> {
            onStart = id -> {};
            world.decisions.order(agent, List.of(Step.of("long")));
        };
        assertDroppedAndReplaced(world);
        assertThat(events).containsExactly("started rest", "removed rest", "started long");
    }

    @Test
    void stepRemovedByItsRunnerOnStopIsOnlyDropped() {
        TestWorld[] box = new TestWorld[1];
        box[0] = world(Routine.NONE, true, new ActionRunner<Step>() {
            @Override
            public Progress tick(int agent, Step step) {
                return Progress.DONE;
            }

            @Override
            public void stop(int agent, Step step) {
                box[0].decisions.order(agent, List.of(Step.of("long")));
            }
        });
        assertDroppedAndReplaced(box[0]);
        assertThat(events).containsExactly("started rest", "removed rest", "started long");
    }

    @Test
    void stepRemovedByTheRoutineIsOnlyDropped() {
        TestWorld[] box = new TestWorld[1];
        Routine routine = new Routine() {
            @Override
            public List<Step> bridge(int agent, Step step, String obstacle) {
                box[0].decisions.order(agent, List.of(Step.of("long")));
                return List.of();
            }
        };
        box[0] = world(routine, false, (agent, step) -> Progress.DONE);
        assertDroppedAndReplaced(box[0]);
        assertThat(events).containsExactly("started long");
    }

    /** Orders a rest that is replaced in the midst of its beginning or its end. */
    private static void assertDroppedAndReplaced(TestWorld world) {
        int agent = world.agent();
        world.tick();
        world.decisions.order(agent, List.of(Step.of("rest")));
        world.ticks(2);
        MindStats stats = world.decisionStats();
        assertThat(List.of(
                        stats.steps().queued(),
                        stats.steps().done(),
                        stats.steps().failed(),
                        stats.steps().dropped()))
                .containsExactly(2L, 0L, 0L, 1L);
        assertThat(world.plan(agent)).containsExactly("long");
        assertThat(world.behavior(agent).name).isEqualTo("long");
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.STEP);
        assertThat(world.mind(agent).troubles()).isEmpty();
    }
}
