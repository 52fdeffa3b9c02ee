/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.QuietBroker;
import dev.triune.action.ActionCatalog;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.Random;
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
 * Measures the scheduler's pass over agents, with a real broker without requests: all agents would
 * call a model, but none may yet. In each tick there are stimuli for some: two in three are spoken
 * to or were heard out, the third is deferred for up to ten seconds, so that in the long run as
 * many return. For comparison, a plain loop that checks every agent in every tick, and the pass of
 * the reflexes over as many agents, nine in ten of which execute a step and one in twenty has a
 * need.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SchedulerBenchmark {
    /** Runs the scheduler, which checks agents with a stimulus, and 256 others in turn. */
    @Benchmark
    public void scheduler(Noticing agents) {
        agents.tick();
    }

    /** Runs a plain loop over all agents. */
    @Benchmark
    public void scan(Scanning agents) {
        agents.tick();
    }

    /** Runs the reflexes. */
    @Benchmark
    public void reflexes(Reacting agents) {
        agents.tick();
    }

    /** A world with agents. */
    @State(Scope.Thread)
    public abstract static class Agents {
        private static final long SEED = 7;
        private static final int PLACES = 1 << 16;
        private static final int MOST_SECONDS = 10;

        /** The number of agents. */
        @Param({"1000", "10000", "100000", "1000000"})
        public int agents;

        /** The number of agents with a stimulus in each tick. */
        @Param({"15"})
        public int stimuli;

        private final GameClock clock = new GameClock();
        private World world = new World();
        private final int[] stirred = new int[PLACES];
        private final Duration[] times = new Duration[MOST_SECONDS];
        private int place;

        /** Creates the agents. */
        @Setup
        public void begin() {
            world = new World(new WorldConfiguration()
                    .setSystem(new GameClockSystem(clock))
                    .setSystem(system(clock)));
            Random random = new Random(SEED);
            for (int i = 0; i < agents; i++) {
                add(world.create(), random);
            }
            for (int i = 0; i < PLACES; i++) {
                stirred[i] = random.nextInt(agents);
            }
            for (int i = 0; i < MOST_SECONDS; i++) {
                times[i] = Duration.ofSeconds(i + 1);
            }
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            if (scheduler != null) {
                scheduler.delayRequestsUntil(GameClock.FOREVER);
            }
        }

        private void add(int agent, Random random) {
            world.getMapper(Mind.class).create(agent);
            world.getMapper(Needs.class).create(agent).hunger = random.nextInt(20) == 0 ? 0.5f : 1;
            Behavior behavior = world.getMapper(Behavior.class).create(agent);
            if (work() && random.nextInt(10) != 0) {
                behavior.begin("rest", Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, 0);
            }
            world.getMapper(BehaviorQueue.class).create(agent);
            world.getMapper(Senses.class).create(agent);
            world.getMapper(Conversation.class).create(agent);
        }

        /** Whether most agents execute a step. */
        boolean work() {
            return false;
        }

        /** Returns the measured system. */
        abstract BaseSystem system(GameClock clock);

        /** Applies the stimuli and runs the systems. */
        final void tick() {
            for (int i = 0; i < stimuli; i++) {
                stir(stirred[place++ & (PLACES - 1)], i);
            }
            world.process();
        }

        private void stir(int agent, int nth) {
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            if (nth % 3 != 2) {
                Senses senses = world.getMapper(Senses.class).get(agent);
                senses.unattended = 1 - senses.unattended;
                if (scheduler != null) {
                    scheduler.markDirty(agent);
                }
            } else if (scheduler != null) {
                scheduler.defer(agent, times[agent % MOST_SECONDS]);
            } else {
                Mind mind = world.getMapper(Mind.class).get(agent);
                mind.deferredUntil = clock.tick() + 20L * (agent % MOST_SECONDS + 1);
            }
        }

        static MindConfig mindConfig() {
            return new MindConfig(ActionCatalog.builder().action("rest", "").build());
        }
    }

    /** Agents that are marked dirty for the scheduler. */
    public static class Noticing extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new LLMSchedulerSystem(clock, QuietBroker.open(), mindConfig());
        }
    }

    /** Agents that are all checked. */
    public static class Scanning extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new Scan(clock, mindConfig());
        }
    }

    /** Agents with reflexes. */
    public static class Reacting extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new AutonomicSystem(clock);
        }

        @Override
        boolean work() {
            return true;
        }
    }
}
