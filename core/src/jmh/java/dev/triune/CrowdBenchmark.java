/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.rule.ReflexTable;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One tick of a crowd with the whole plugin. Of a hundred agents 33 walk, 33 wait and 33 sleep; one
 * works in each tick.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g"})
public class CrowdBenchmark {
    /** One tick. */
    @Benchmark
    public void tick(Crowd crowd) {
        crowd.world.process();
    }

    /** A world of agents of which hardly any has something to do. */
    @State(Scope.Thread)
    public static class Crowd {
        private static final Duration YEAR = Duration.ofDays(365);

        /** The number of agents. */
        @Param({"100000", "1000000"})
        public int agents;

        /** Whether agents are processed only if something is due, or all in each tick. */
        @Param({"due", "all"})
        public String processed = "";

        private final GameClock clock = new GameClock();
        private World world = new World();

        /** Puts the agents in the world, and lets them begin. */
        @Setup
        public void begin() {
            boolean due = processed.equals("due");
            ReflexTable reflexes = ReflexTable.standard();
            MindPlugin plugin = new MindPlugin(
                            QuietBroker.open(),
                            ActionCatalog.builder()
                                    .action("walk", "")
                                    .action("wait", "")
                                    .action("work", "")
                                    .build())
                    .clock(clock)
                    .carriesOut(QuietBroker.behaviors(reflexes))
                    .watchdog(new Watchdog(YEAR, YEAR, 1))
                    .reflexes(due ? reflexes.needsChangeAtMost(0.01) : reflexes)
                    .runner("work", (agent, step) -> Progress.RUNNING)
                    .runner("walk", due ? this::walk : (agent, step) -> Progress.RUNNING)
                    .runner("wait", waiting(due))
                    .runner("forced_sleep", waiting(due));
            world = new World(new WorldConfigurationBuilder().with(plugin).build());
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            for (Layer layer : new Layer[] {Layer.TALKER, Layer.EXECUTOR}) {
                scheduler.layer(layer, config -> config.withCooldown(Duration.ofDays(10_000)));
            }
            for (int i = 0; i < agents; i++) {
                add(world.create(), i % 100);
            }
            for (int i = 0; i < 3; i++) {
                world.process();
            }
        }

        /** Walks for 5 to 30 seconds, again and again. */
        private Progress walk(int agent, Step step) {
            return Progress.until(clock.tick() + 100 + agent % 500);
        }

        private static ActionRunner<Step> waiting(boolean due) {
            Progress progress = due ? Progress.untilSignal() : Progress.RUNNING;
            return (agent, step) -> progress;
        }

        private void add(int agent, int of) {
            Mind mind = world.getMapper(Mind.class).create(agent);
            mind.lastInvoked(Layer.TALKER, 0);
            mind.lastInvoked(Layer.EXECUTOR, 0);
            Needs needs = world.getMapper(Needs.class).create(agent);
            if (of > 66) {
                needs.energy = 0;
                return;
            }
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
            String type = of == 0 ? "work" : of < 34 ? "walk" : "wait";
            queue.steps.add(new QueuedStep(Step.of(type)));
            queue.undisturbed = true;
        }
    }
}
