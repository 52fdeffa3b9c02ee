/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.system.BehaviorSystem;
import dev.triune.system.DecisionApplySystem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of long steps per agent and tick: with a runner that is called in every tick,
 * one that waits for a signal, and one that waits for 5 s, so that one agent in a hundred is due
 * per tick.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BehaviorBenchmark {
    private static final int AGENTS = 50_000;
    private static final int WAIT = 100;

    /** Runs one tick. */
    @Benchmark
    @OperationsPerInvocation(AGENTS)
    public void act(Busy agents) {
        agents.world.process();
    }

    /** A world of agents that each execute a step. */
    @State(Scope.Thread)
    public static class Busy {
        private static final Duration YEAR = Duration.ofDays(365);

        /** The progress that the runner returns. */
        @Param({"everyTick", "untilSignal", "until"})
        public String runner = "";

        /** The number of finished steps of each plan. */
        @Param({"0", "30"})
        public int finished;

        /** Whether queues count finished steps, or keep them in the plan as they did before. */
        @Param({"counted", "carried"})
        public String as = "";

        private final GameClock clock = new GameClock();
        private World world = new World();

        /** Creates the agents, and spreads the beginning of their steps over one wait. */
        @Setup
        public void begin() {
            ActionCatalog actions = ActionCatalog.builder().action("rest", "").build();
            MindKind kind =
                    new MindKind(new MindConfig(actions)).runner("rest", (agent, step) -> answer());
            world = new World(new WorldConfiguration()
                    .setSystem(new GameClockSystem(clock))
                    .setSystem(new DecisionApplySystem(clock, QuietBroker.open(), actions))
                    .setSystem(new BehaviorSystem(
                            clock, List.of(kind), new Watchdog(YEAR, YEAR, 1), Aspect.all())));
            for (int i = 0; i < AGENTS; i++) {
                add(world.create());
                if (i % (AGENTS / WAIT) == 0) {
                    world.process();
                }
            }
            world.process();
        }

        private Progress answer() {
            return switch (runner) {
                case "untilSignal" -> Progress.untilSignal();
                case "until" -> Progress.until(clock.tick() + WAIT);
                default -> Progress.RUNNING;
            };
        }

        private void add(int agent) {
            world.getMapper(Behavior.class).create(agent);
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
            for (int i = 0; i < finished; i++) {
                QueuedStep step = new QueuedStep(Step.of("rest"));
                step.state = QueuedStep.State.DONE;
                queue.steps.add(step);
                if (as.equals("counted")) {
                    queue.finish(step, 8);
                }
            }
            queue.steps.add(new QueuedStep(Step.of("rest")));
        }
    }
}
