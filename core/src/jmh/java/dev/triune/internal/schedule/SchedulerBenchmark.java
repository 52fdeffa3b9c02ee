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
 * The scheduler's pass over so many agents, with a real broker of which nothing is asked: all would
 * ask, nobody may yet. In each tick something happens to some: two of three are spoken to or were heard
 * out, the third is deferred for up to ten seconds, so that in the long run as many come back. Beside
 * it a plain loop that looks at every agent in every tick; and the pass of the reflexes over as many
 * agents, of whom nine of ten carry out a step and one of twenty has a need.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SchedulerBenchmark {
    /** Looks at those to whom something happens, and at 256 others in turn. */
    @Benchmark
    public void scheduler(Noticing agents) {
        agents.tick();
    }

    /** A plain loop that looks at everybody. */
    @Benchmark
    public void scan(Scanning agents) {
        agents.tick();
    }

    /** The reflexes. */
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

        /** How many. */
        @Param({"1000", "10000", "100000", "1000000"})
        public int agents;

        /** To how many of them something happens in each tick. */
        @Param({"15"})
        public int stimuli;

        private final GameClock clock = new GameClock();
        private World world = new World();
        private final int[] stirred = new int[PLACES];
        private final Duration[] times = new Duration[MOST_SECONDS];
        private int place;

        /** Fills the world. */
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

        /** Whether most of them are at work, not idle. */
        boolean work() {
            return false;
        }

        /** The system that is measured. */
        abstract BaseSystem system(GameClock clock);

        /** Something happens to some, and then the systems run. */
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

    /** Agents whose scheduler is told. */
    public static class Noticing extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new LLMSchedulerSystem(clock, QuietBroker.open(), mindConfig());
        }
    }

    /** Agents who are all looked at. */
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
