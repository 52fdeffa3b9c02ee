/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable;
import dev.triune.system.BehaviorSystem;
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
 * Measures a tick of a thousand agents that have nothing to do, with a real broker without
 * requests: its time and, with the gc profiler, its allocation.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TickBenchmark {
    /** Runs the systems that receive, react and think. */
    @Benchmark
    public void minds(Thinkers agents) {
        agents.world.process();
    }

    /** Runs all systems of the plugin, including the one that acts. */
    @Benchmark
    public void whole(Actors agents) {
        agents.world.process();
    }

    /** Fails the benchmark if an agent calls a model. */
    private static final class NobodyAsks implements MindListener {
        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String reason) {
            throw new IllegalStateException("agent " + agent + " asks: " + reason);
        }
    }

    /** A world of agents that have nothing to do. */
    @State(Scope.Thread)
    public abstract static class Idlers {
        private static final int AGENTS = 1_000;

        /**
         * The activity of the agents: a long step, sleep, or nothing while their layers cool down.
         */
        @Param({"busy", "asleep", "cooling"})
        public String doing = "";

        /** The world. */
        protected World world = new World();

        /** Creates the agents and runs the first tick. */
        @Setup
        public void begin() {
            MindPlugin plugin = new MindPlugin(
                            QuietBroker.open(),
                            ActionCatalog.builder().action("rest", "").build())
                    .watchdog(new Watchdog(Duration.ofDays(365), Duration.ofDays(365), 1))
                    .carriesOut(QuietBroker.behaviors(ReflexTable.standard()))
                    .runner("rest", (agent, step) -> Progress.RUNNING)
                    .listener(new NobodyAsks());
            WorldConfiguration configuration = new WorldConfiguration();
            plugin.systems().stream().filter(this::runs).forEach(configuration::setSystem);
            world = new World(configuration);
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            for (Layer layer : new Layer[] {Layer.TALKER, Layer.EXECUTOR}) {
                scheduler.layer(layer, config -> config.withCooldown(Duration.ofDays(10_000)));
            }
            for (int i = 0; i < AGENTS; i++) {
                add(world.create());
            }
            world.process();
            for (int i = 0; i < AGENTS; i++) {
                Behavior behavior = world.getMapper(Behavior.class).get(i);
                behavior.asleep = behavior.name.equals("forced_sleep");
            }
        }

        /** Whether a system is in the world. */
        abstract boolean runs(BaseSystem system);

        private void add(int agent) {
            Mind mind = world.getMapper(Mind.class).create(agent);
            Needs needs = world.getMapper(Needs.class).create(agent);
            Behavior behavior = world.getMapper(Behavior.class).create(agent);
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).create(agent);
            Senses senses = world.getMapper(Senses.class).create(agent);
            world.getMapper(Conversation.class).create(agent);
            mind.lastInvoked(Layer.TALKER, 0);
            mind.lastInvoked(Layer.EXECUTOR, 0);
            senses.nearby.add(0);
            switch (doing) {
                case "busy" -> {
                    queue.steps.add(new QueuedStep(Step.of("rest")));
                    queue.undisturbed = true;
                    behavior.begin("rest", Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, 0);
                }
                case "asleep" -> needs.energy = 0;
                default -> {}
            }
        }
    }

    /** Agents whose steps are not executed. */
    public static class Thinkers extends Idlers {
        @Override
        boolean runs(BaseSystem system) {
            return !(system instanceof BehaviorSystem);
        }
    }

    /** Agents whose steps are executed. */
    public static class Actors extends Idlers {
        @Override
        boolean runs(BaseSystem system) {
            return true;
        }
    }
}
