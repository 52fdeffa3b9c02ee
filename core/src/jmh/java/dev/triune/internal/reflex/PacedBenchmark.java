/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.sun.management.ThreadMXBean;
import dev.triune.rule.ReflexTable;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures a tick in a game that also does other work: 20 ticks per second, with the caches swept
 * before each one. Contenders alternate every two seconds: our reflexes and scheduler with a
 * forecast and with a check of every agent, guarded behaviour trees of gdx-ai, our reflexes alone,
 * and a loop over plain objects, each with agents shuffled in the heap. A contender that is late
 * begins its next tick at once, which is counted. Not a JMH benchmark, because those run without
 * pauses.
 */
public final class PacedBenchmark {
    private static final long TICK_NANOS = 50_000_000;
    private static final int SWEPT_BYTES = 64 << 20;
    private static final int CACHE_LINE = 64;
    private static final int WARMUPS = 20;
    private static final long WARMUP_NANOS = 2_000_000_000L;
    private static final int GOAL = 20;
    private static final int CONTENDERS = 5;
    private static final int TURN_SECONDS = 2;
    private static final int TURN_TICKS = 20 * TURN_SECONDS;
    private static final int SMOKE_TICKS = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] swept = new byte[SWEPT_BYTES];
    private final List<Contender> contenders;

    private PacedBenchmark(int agents, int ticks) {
        contenders = List.of(
                new Contender("with a forecast", minds(agents, true), agents, ticks),
                new Contender("every agent checked", everybody(agents), agents, ticks),
                new Contender("guarded trees", new TreeHerd(agents, true), agents, ticks),
                new Contender("reflexes alone", WorldHerd.reacting(agents, true), agents, ticks),
                new Contender("array", new PlainHerd(agents, true), agents, ticks));
    }

    private static Minds minds(int agents, boolean shuffled) {
        return new Minds(agents, shuffled, WorldHerd.FORECAST);
    }

    private static Minds everybody(int agents) {
        return new Minds(agents, true, ReflexTable.standard());
    }

    /** A contender. */
    private static final class Contender {
        private final String name;
        private final Herd herd;
        private final Scenario scenario;
        private final long[] nanos;
        private final long[] allocated;
        private int ticks;
        private int late;

        Contender(String name, Herd herd, int agents, int ticks) {
            this.name = name;
            this.herd = herd;
            this.scenario = new Scenario(herd, agents, 5);
            this.nanos = new long[ticks];
            this.allocated = new long[ticks];
        }

        /** Sorts the durations for the quantiles. */
        void sort() {
            Arrays.sort(nanos, 0, ticks);
            Arrays.sort(allocated, 0, ticks);
        }

        double micros(double part) {
            return nanos[place(part)] / 1000.0;
        }

        /** Returns the p99 of the allocation, which excludes occasional allocations of the JVM. */
        long bytes() {
            return allocated[place(0.99)];
        }

        private int place(double part) {
            return Math.max(0, (int) Math.ceil(part * ticks) - 1);
        }
    }

    /**
     * Runs the benchmark.
     *
     * @param args the duration in seconds, 160 by default; or {@code --smoke} for one short turn
     *     each with fewer agents and no goals
     */
    public static void main(String[] args) {
        boolean smoke = args.length > 0 && args[0].equals("--smoke");
        int seconds = args.length == 0 || smoke ? 160 : Integer.parseInt(args[0]);
        int turns = smoke ? 1 : Math.max(1, seconds / (CONTENDERS * TURN_SECONDS));
        int ticks = smoke ? SMOKE_TICKS : TURN_TICKS;
        PacedBenchmark benchmark = new PacedBenchmark(smoke ? 10_000 : 100_000, turns * ticks);
        benchmark.warmUp(smoke ? 0 : WARMUP_NANOS);
        for (int turn = 0; turn < turns; turn++) {
            benchmark.contenders.forEach(contender -> benchmark.takeTurn(contender, ticks));
        }
        boolean met = benchmark.report(smoke);
        // afterwards, so that it does not affect how the measured code is compiled
        Agreement.check(size -> new PlainHerd(size, false), size -> minds(size, false));
        System.exit(met || smoke ? 0 : 1);
    }

    private void warmUp(long nanos) {
        for (Contender contender : contenders) {
            long began = System.nanoTime();
            for (int i = 0; i < WARMUPS || System.nanoTime() - began < nanos; i++) {
                change(contender);
                contender.herd.pass();
            }
        }
        System.gc();
    }

    /**
     * Runs a turn, whose first tick does not count, because it follows seconds of other contenders.
     */
    private void takeTurn(Contender contender, int ticks) {
        change(contender);
        contender.herd.pass();
        long end = System.nanoTime() + ticks * TICK_NANOS;
        for (long due = System.nanoTime(); due - end < 0; due += TICK_NANOS) {
            long now = System.nanoTime();
            if (now - due > TICK_NANOS) {
                contender.late++;
                due = now;
            }
            for (long left = due - now; left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            tick(contender);
        }
    }

    private void tick(Contender contender) {
        long before = threads.getCurrentThreadAllocatedBytes();
        change(contender);
        sweep();
        long began = System.nanoTime();
        contender.herd.pass();
        contender.nanos[contender.ticks] = System.nanoTime() - began;
        contender.allocated[contender.ticks] = threads.getCurrentThreadAllocatedBytes() - before;
        contender.ticks++;
    }

    private void change(Contender contender) {
        contender.scenario.change();
        if (contender.herd instanceof Minds minds) {
            minds.speak();
        }
    }

    private void sweep() {
        for (int i = 0; i < swept.length; i += CACHE_LINE) {
            swept[i]++;
        }
    }

    private boolean report(boolean smoke) {
        System.out.printf(
                "%-24s %8s %6s %12s %12s %12s %12s%n",
                "microseconds for a tick", "ticks", "late", "p50", "p99", "max", "bytes, p99");
        for (Contender one : contenders) {
            one.sort();
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %8d %6d %12.0f %12.0f %12.0f %12d%n",
                    one.name,
                    one.ticks,
                    one.late,
                    one.micros(0.5),
                    one.micros(0.99),
                    one.micros(1),
                    one.bytes());
        }
        Contender ours = contenders.get(0);
        double ratio = contenders.get(2).micros(0.99) / ours.micros(0.99);
        System.out.printf(
                Locale.ROOT,
                "p99 of the trees to ours %.1f   goal: at least %d   %s%n",
                ratio,
                GOAL,
                verdict(smoke, ratio >= GOAL));
        System.out.printf(
                "bytes allocated by ours in a tick, p99 %d   goal: 0   %s%n",
                ours.bytes(), verdict(smoke, ours.bytes() == 0));
        return ratio >= GOAL && ours.bytes() == 0;
    }

    private static String verdict(boolean smoke, boolean met) {
        return smoke ? "not judged" : met ? "met" : "MISSED";
    }
}
