/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.internal.reflex.Agreement;
import dev.triune.internal.reflex.ColumnHerd;
import dev.triune.internal.reflex.Herd;
import dev.triune.internal.reflex.MachineHerd;
import dev.triune.internal.reflex.PlainHerd;
import dev.triune.internal.reflex.ReadingSystems;
import dev.triune.internal.reflex.Scenario;
import dev.triune.internal.reflex.TreeHerd;
import dev.triune.internal.reflex.WorldHerd;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a tick of the reflexes of many agents: ours, other implementations of the same rules,
 * and systems that only read the same components. {@link Agreement} checks the implementations,
 * after the measurement so that the check does not affect how the code is compiled. The median of
 * all ticks counts, so that other load on the machine does not matter. A million trees take 1.2 GB.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g"})
public class ReflexBenchmark {
    /** Ours. */
    @Benchmark
    public void ours(Ours run) {
        run.tick();
    }

    /** Ours, with agents checked when their needs can have reached a threshold. */
    @Benchmark
    public void forecast(Forecast run) {
        run.tick();
    }

    /** The lower bound: a loop over an array of plain objects. */
    @Benchmark
    public void array(Array run) {
        run.tick();
    }

    /** A loop over arrays of fields. */
    @Benchmark
    public void columns(Columns run) {
        run.tick();
    }

    /** Behaviour trees of gdx-ai with guarded leaves. */
    @Benchmark
    public void trees(Trees run) {
        run.tick();
    }

    /** State machines of gdx-ai. */
    @Benchmark
    public void machines(Machines run) {
        run.tick();
    }

    /** ReadingSystems only. */
    @Benchmark
    public void bare(Bare run) {
        run.tick();
    }

    /** ReadingSystems only, in an {@code IteratingSystem}. */
    @Benchmark
    public void iterating(Iterating run) {
        run.tick();
    }

    /** A herd and its scenario. */
    @State(Scope.Thread)
    public abstract static class Run {
        /** The number of agents. */
        @Param({"1000", "10000", "100000", "1000000"})
        public int agents;

        /** The order of the agents in the heap: that of the pass, or shuffled. */
        @Param({"ordered", "shuffled"})
        public String heap = "";

        /** The share of agents in need: one in twenty, or every other one. */
        @Param({"calm", "busy"})
        public String world = "";

        private Herd herd = new PlainHerd(0, false);
        private Scenario scenario = new Scenario(herd, 0, 0);

        /** Creates the herd. */
        @Setup
        public void begin() {
            herd = herd(agents, heap.equals("shuffled"));
            scenario = new Scenario(herd, agents, world.equals("busy") ? 50 : 5);
            System.gc();
        }

        /** Checks that the herd follows the rules. */
        @TearDown
        public void check() {
            if (followsRules()) {
                Agreement.check(size -> new PlainHerd(size, false), size -> herd(size, true));
            }
        }

        /** Whether the herd implements the table. */
        boolean followsRules() {
            return true;
        }

        /** Creates the herd. */
        abstract Herd herd(int size, boolean shuffled);

        /** Runs the measured tick. */
        final void tick() {
            scenario.change();
            herd.pass();
        }
    }

    /** Ours. */
    public static class Ours extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return WorldHerd.reacting(size, shuffled);
        }
    }

    /** Ours, with a forecast. */
    public static class Forecast extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return WorldHerd.forecasting(size, shuffled);
        }
    }

    /** ShuffledObjects objects. */
    public static class Array extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return new PlainHerd(size, shuffled);
        }
    }

    /** Arrays of fields, which cannot be shuffled. */
    public static class Columns extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return new ColumnHerd(size);
        }
    }

    /** Trees. */
    public static class Trees extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return new TreeHerd(size, shuffled);
        }
    }

    /** State machines. */
    public static class Machines extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return new MachineHerd(size, shuffled);
        }
    }

    /** ReadingSystems. */
    public static class Bare extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return WorldHerd.of(size, shuffled, clock -> new ReadingSystems.InOwnLoop());
        }

        @Override
        boolean followsRules() {
            return false;
        }
    }

    /** ReadingSystems one by one. */
    public static class Iterating extends Run {
        @Override
        Herd herd(int size, boolean shuffled) {
            return WorldHerd.of(size, shuffled, clock -> new ReadingSystems.OneByOne());
        }

        @Override
        boolean followsRules() {
            return false;
        }
    }
}
