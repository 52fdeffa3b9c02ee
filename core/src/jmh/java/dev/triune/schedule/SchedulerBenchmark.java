/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.apply.Decisions;
import dev.triune.autonomic.AutonomicSystem;
import dev.triune.clock.GameClock;
import dev.triune.clock.GameClockSystem;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.time.VirtualTime;
import dev.triune.plan.ActionCatalog;
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
 * ask, nobody may yet, and in each tick some are spoken to or were heard out. Beside it the same where
 * every agent is looked at in every tick, and the pass of the reflexes over the same agents, of whom
 * one of twenty has a need.
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

    /** Looks at everybody. */
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

        /** How many. */
        @Param({"1000", "10000", "100000", "1000000"})
        public int agents;

        /** To how many of them something happens in each tick. */
        @Param({"15"})
        public int stimuli;

        private World world = new World();
        private final int[] stirred = new int[PLACES];
        private int place;

        /** Fills the world. */
        @Setup
        public void begin() {
            GameClock clock = new GameClock();
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
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            if (scheduler != null) {
                scheduler.noRequestBefore(GameClock.FOREVER);
            }
        }

        private void add(int agent, Random random) {
            world.getMapper(Mind.class).create(agent);
            world.getMapper(Needs.class).create(agent).hunger = random.nextInt(20) == 0 ? 0.5f : 1;
            world.getMapper(Behavior.class).create(agent);
            world.getMapper(BehaviorQueue.class).create(agent);
            world.getMapper(Senses.class).create(agent);
            world.getMapper(Conversation.class).create(agent);
        }

        /** The system that is measured. */
        abstract BaseSystem system(GameClock clock);

        /** Something happens to some, and then the systems run. */
        final void tick() {
            LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
            for (int i = 0; i < stimuli; i++) {
                int agent = stirred[place++ & (PLACES - 1)];
                Senses senses = world.getMapper(Senses.class).get(agent);
                senses.unattended = 1 - senses.unattended;
                if (scheduler != null) {
                    scheduler.notice(agent);
                }
            }
            world.process();
        }

        static LLMSchedulerSystem scheduler(GameClock clock, int turns) {
            VirtualTime time = new VirtualTime();
            var broker = new BrokerBuilder()
                    .ticker(time)
                    .provider(
                            ProviderSettings.of("offline", "scripted"),
                            OfflineProvider.builder(OfflineMind.scripted("{}"))
                                    .clock(time, time)
                                    .seed(1)
                                    .build())
                    .build();
            ActionCatalog actions = ActionCatalog.builder().action("rest", "").build();
            return new LLMSchedulerSystem(
                    clock, broker, new Decisions(), new Thinking(actions).turns(turns));
        }
    }

    /** Agents whose scheduler is told. */
    public static class Noticing extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return scheduler(clock, 256);
        }
    }

    /** Agents who are all looked at. */
    public static class Scanning extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return scheduler(clock, Integer.MAX_VALUE);
        }
    }

    /** Agents with reflexes. */
    public static class Reacting extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new AutonomicSystem(clock);
        }
    }
}
