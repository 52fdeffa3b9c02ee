/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * What a tick costs in a game that does other things too: 20 ticks a second, and before each one the
 * caches are swept, as the rest of a frame does. In turn come our reflexes and our scheduler, guarded
 * behaviour trees of gdx-ai, our reflexes alone, and a loop over plain objects, each over agents that
 * lie shuffled in the heap. No benchmark of JMH: that runs as fast as it can.
 */
public final class PacedBenchmark {
    private static final long TICK_NANOS = 50_000_000;
    private static final int SWEPT_BYTES = 64 << 20;
    private static final int CACHE_LINE = 64;
    private static final int WARMUPS = 20;
    private static final long WARMUP_NANOS = 2_000_000_000L;
    private static final int GOAL = 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] swept = new byte[SWEPT_BYTES];
    private final Minds minds;
    private final List<Contender> contenders;

    private PacedBenchmark(int agents, int ticks) {
        minds = new Minds(agents, true);
        contenders = List.of(
                new Contender("reflexes and scheduler", minds, agents, ticks),
                new Contender("guarded trees", new TreeHerd(agents, true), agents, ticks),
                new Contender("reflexes alone", WorldHerd.reacting(agents, true), agents, ticks),
                new Contender("array", new PlainHerd(agents, true), agents, ticks));
    }

    /** One that takes its turn. */
    private static final class Contender {
        private final String name;
        private final Herd herd;
        private final Scenario scenario;
        private final long[] nanos;
        private final long[] allocated;
        private int ticks;

        Contender(String name, Herd herd, int agents, int ticks) {
            this.name = name;
            this.herd = herd;
            this.scenario = new Scenario(herd, agents, 5);
            this.nanos = new long[ticks];
            this.allocated = new long[ticks];
        }

        /** For the figures that follow. */
        void sort() {
            Arrays.sort(nanos, 0, ticks);
            Arrays.sort(allocated, 0, ticks);
        }

        double micros(double part) {
            return nanos[place(part)] / 1000.0;
        }

        /** What the virtual machine makes for itself, in a tick now and then, is beyond the p99. */
        long bytes() {
            return allocated[place(0.99)];
        }

        private int place(double part) {
            return (int) Math.min(ticks - 1L, (long) (part * ticks));
        }
    }

    /**
     * Measures.
     *
     * @param args how many seconds, 60 unless told; or {@code --smoke}: three, of fewer agents, which
     *     nothing is asked of
     */
    public static void main(String[] args) {
        boolean smoke = args.length > 0 && args[0].equals("--smoke");
        int seconds = smoke ? 3 : args.length > 0 ? Integer.parseInt(args[0]) : 60;
        int ticks = Math.toIntExact(seconds * 1_000_000_000L / TICK_NANOS);
        PacedBenchmark benchmark = new PacedBenchmark(smoke ? 10_000 : 100_000, ticks);
        benchmark.warmUp();
        benchmark.run(ticks);
        boolean met = benchmark.report(smoke);
        System.exit(met || smoke ? 0 : 1);
    }

    private void warmUp() {
        for (Contender contender : contenders) {
            long began = System.nanoTime();
            for (int i = 0; i < WARMUPS || System.nanoTime() - began < WARMUP_NANOS; i++) {
                change(contender);
                contender.herd.pass();
            }
        }
        System.gc();
    }

    private void run(int ticks) {
        long start = System.nanoTime();
        for (int i = 0; i < ticks; i++) {
            for (long left = left(start, i); left > 0; left = left(start, i)) {
                LockSupport.parkNanos(left);
            }
            tick(contenders.get(i % contenders.size()));
        }
    }

    private static long left(long start, int tick) {
        return start + tick * TICK_NANOS - System.nanoTime();
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
        if (contender.herd == minds) {
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
                "%-24s %8s %12s %12s %12s %18s%n",
                "microseconds for a tick", "ticks", "p50", "p99", "max", "bytes, p99");
        for (Contender one : contenders) {
            one.sort();
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %8d %12.0f %12.0f %12.0f %18d%n",
                    one.name,
                    one.ticks,
                    one.micros(0.5),
                    one.micros(0.99),
                    one.micros(1),
                    one.bytes());
        }
        Contender ours = contenders.get(0);
        double ratio = contenders.get(1).micros(0.99) / ours.micros(0.99);
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
