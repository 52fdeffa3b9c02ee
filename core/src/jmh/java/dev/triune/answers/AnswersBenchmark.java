/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.llm.internal.time.DaemonTimers;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a crowd at 20 ticks per second in real time while some of its agents call a model, and
 * prints the durations of {@code world.process()} in one line. A comparison with a run with
 * {@code --provider none} shows the cost of waiting, of rendering prompts and of applying answers.
 *
 * <p>First the same crowd runs up to ten times as fast with more requests, so that the code is
 * compiled; then without requests until all plans are finished; then for a few seconds at its pace,
 * so that the usual number of requests is in flight.
 */
public final class AnswersBenchmark {
    private static final int WARM_TICKS_PER_SECOND = 200;

    /** 4,000 per second: code that runs once per answer is compiled after about 10,000 calls. */
    private static final double WARM_ASKS_PER_TICK = 20;

    private static final int REST_SECONDS = 2;
    private static final int SETTLE_SECONDS = 3;
    private static final int BAD_USAGE = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private AnswersBenchmark() {}

    /** Runs the benchmark; exits with code 2 if an option is invalid. */
    public static void main(String[] arguments) {
        Options options;
        try {
            options = Options.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(BAD_USAGE);
            return;
        }
        System.out.println(run(options));
    }

    private static String run(Options options) {
        try (DaemonTimers timers = new DaemonTimers("offline-mind");
                PacedWorld world = new PacedWorld(options, timers)) {
            double asks = options.asksPerTick();
            double warmAsks = asks == 0 ? 0 : WARM_ASKS_PER_TICK;
            pace(WARM_TICKS_PER_SECOND, options.warmSeconds, () -> world.tick(warmAsks));
            pace(WARM_TICKS_PER_SECOND, Math.min(REST_SECONDS, options.warmSeconds), () -> {
                world.tick(0); // until the plans of the warm-up are finished
            });
            System.gc(); // moves the setup to the old generation
            Runnable tick = () -> world.tick(asks);
            pace(PacedWorld.TICKS_PER_SECOND, Math.min(SETTLE_SECONDS, options.warmSeconds), tick);
            Recording recording =
                    new Recording(options.seconds * PacedWorld.TICKS_PER_SECOND, world.counts());
            pace(PacedWorld.TICKS_PER_SECOND, options.seconds, () -> recording.take(tick));
            return recording.figures(options);
        }
    }

    /** Runs ticks for a time, each when it is due, or at once if it is late. */
    private static void pace(int perSecond, int seconds, Runnable tick) {
        long due = System.nanoTime();
        long end = due + seconds * NANOS_PER_SECOND;
        while (due - end < 0 && System.nanoTime() - end < 0) {
            long left = due - System.nanoTime();
            while (left > 0) {
                LockSupport.parkNanos(left);
                left = due - System.nanoTime();
            }
            tick.run();
            due += NANOS_PER_SECOND / perSecond;
        }
    }
}
