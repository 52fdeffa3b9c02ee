/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.utils.IntBag;
import dev.triune.clock.GameClock;
import dev.triune.clock.GameClockSystem;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
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
 * The pass of the reflexes over so many agents, beside a system that only reads what the pass reads:
 * the same fields of the same two components. Half of the agents fare well, the others anyhow, from
 * a seed. Both run in a world of their own, with nothing but a clock beside them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReflexBenchmark {
    /** The standard table. */
    @Benchmark
    public void pass(Reacting agents) {
        agents.world.process();
    }

    /** Reading only. */
    @Benchmark
    public float bare(Read agents) {
        agents.world.process();
        return agents.reader.sum;
    }

    /** A world with agents. */
    @State(Scope.Thread)
    public abstract static class Agents {
        private static final long SEED = 7;

        /** How many. */
        @Param({"1000", "10000"})
        public int agents;

        /** The world. */
        protected World world = new World();

        /** Fills the world. */
        @Setup
        public void begin() {
            GameClock clock = new GameClock();
            world = new World(new WorldConfiguration()
                    .setSystem(new GameClockSystem(clock))
                    .setSystem(system(clock)));
            Random random = new Random(SEED);
            for (int i = 0; i < agents; i++) {
                int agent = world.create();
                world.getMapper(Behavior.class).create(agent);
                Needs needs = world.getMapper(Needs.class).create(agent);
                if (random.nextBoolean()) {
                    needs.hunger = random.nextFloat();
                    needs.energy = random.nextFloat();
                    needs.temperature = random.nextFloat();
                    needs.health = random.nextFloat();
                    needs.sleepDrive = random.nextFloat();
                    needs.hasHome = random.nextBoolean();
                }
            }
        }

        /** The system that is measured. */
        abstract BaseSystem system(GameClock clock);
    }

    /** Agents with reflexes. */
    public static class Reacting extends Agents {
        @Override
        BaseSystem system(GameClock clock) {
            return new AutonomicSystem(clock);
        }
    }

    /** Agents that are only looked at. */
    public static class Read extends Agents {
        private final Reader reader = new Reader();

        @Override
        BaseSystem system(GameClock clock) {
            return reader;
        }
    }

    /** Reads the fields that the reflexes read. */
    public static class Reader extends BaseEntitySystem {
        private float sum;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Behavior> mBehavior;

        /** For every agent. */
        public Reader() {
            super(Aspect.all(Needs.class, Behavior.class));
        }

        @Override
        protected void processSystem() {
            IntBag entities = subscription.getEntities();
            int[] ids = entities.getData();
            float read = 0;
            for (int i = 0, n = entities.size(); i < n; i++) {
                read += read(mNeeds.get(ids[i])) + read(mBehavior.get(ids[i]));
            }
            sum = read;
        }

        private static float read(Needs n) {
            int flags = (n.tooHot ? 1 : 0)
                    | (n.bedtime ? 2 : 0)
                    | (n.hasHome ? 4 : 0)
                    | (n.danger ? 8 : 0);
            return n.hunger + n.energy + n.temperature + n.health + n.sleepDrive + flags;
        }

        private static float read(Behavior b) {
            int flags = b.latched | (b.interruptible ? 1 : 0) | (b.name.isEmpty() ? 2 : 0);
            return flags + b.priority + b.since + (b.origin == Behavior.Origin.REFLEX ? 1 : 0);
        }
    }
}
