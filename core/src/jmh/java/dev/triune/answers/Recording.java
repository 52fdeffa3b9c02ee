/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures the durations of ticks, the CPU time of the game thread, and garbage collection. Game
 * thread only.
 */
final class Recording {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final long TICK_NANOS = 1_000_000_000L / PacedWorld.TICKS_PER_SECOND;

    private final ThreadMXBean threads =
            (ThreadMXBean) ManagementFactory.getThreadMXBean(); // this subtype in every OpenJDK
    private final RequestCounts counts;
    private final long[] nanos;
    private int ticks;
    private final long submittedBefore;
    private final long answeredBefore;
    private final long unansweredBefore;
    private final long pausesBefore = pauses();
    private final long pausedBefore = paused();
    private final long begun = System.nanoTime();
    private long allocated;
    private long worked;

    /** Starts a measurement with room for a number of ticks. */
    Recording(int most, RequestCounts counts) {
        this.nanos = new long[most];
        this.counts = counts;
        this.submittedBefore = counts.submitted();
        this.answeredBefore = counts.answered();
        this.unansweredBefore = counts.unanswered();
    }

    /** Runs and measures a tick. */
    void take(Runnable tick) {
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long work = threads.getCurrentThreadCpuTime();
        long before = System.nanoTime();
        tick.run();
        nanos[ticks++] = System.nanoTime() - before;
        worked += threads.getCurrentThreadCpuTime() - work;
        allocated += threads.getCurrentThreadAllocatedBytes() - bytes;
    }

    /** Returns all figures in one line, with the options of the run. */
    String figures(Options options) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        long[] sorted = Arrays.copyOf(nanos, ticks);
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "provider=%s rate=%d submitted/s=%.1f answered/s=%.1f unanswered/s=%.1f p50us=%.0f"
                        + " p90us=%.0f p99us=%.0f maxus=%.0f cpuus=%.0f over50ms=%d gc=%d gcms=%d"
                        + " bytes/tick=%d",
                options.provider,
                options.provider == ModelBehavior.NONE ? 0 : options.answersPerSecond,
                (counts.submitted() - submittedBefore) / seconds,
                (counts.answered() - answeredBefore) / seconds,
                (counts.unanswered() - unansweredBefore) / seconds,
                micros(sorted, 0.5),
                micros(sorted, 0.9),
                micros(sorted, 0.99),
                micros(sorted, 1),
                worked / NANOS_PER_MICRO / Math.max(1, ticks),
                Arrays.stream(sorted).filter(each -> each > TICK_NANOS).count(),
                pauses() - pausesBefore,
                paused() - pausedBefore,
                allocated / Math.max(1, ticks));
    }

    /** Returns a quantile by the nearest rank. */
    private static double micros(long[] sorted, double part) {
        int rank = (int) Math.ceil(part * sorted.length);
        return sorted[Math.max(0, rank - 1)] / NANOS_PER_MICRO;
    }

    private static long pauses() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long paused() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
