/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.village.world.Calendar;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A period in which the offline mind cannot be reached, relative to the beginning of the run.
 * Immutable.
 *
 * @param from the first tick without it, 0 or more
 * @param to the first tick with it again, more than {@code from}
 */
public record Outage(long from, long to) {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Pattern MOMENT = Pattern.compile("(\\d{1,5})(?:\\.(\\d))?d|(\\d{1,9})");
    private static final String FORM =
            "expected FROM-TO in ticks or days, as in 24000-48000 or" + " 1d-2d, FROM before TO";

    /** Checks that the outage begins before it ends. */
    public Outage {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("outage " + from + "-" + to + " (" + FORM + ")");
        }
    }

    /**
     * Parses an outage, for example {@code 24000-48000}, {@code 1d-2d} or {@code 0.5d-1d}.
     *
     * @throws IllegalArgumentException if it is invalid; the message contains the expected format
     */
    public static Outage of(String text) {
        String[] ends = text.split("-", -1);
        if (ends.length != 2) {
            throw new IllegalArgumentException("no span of time (" + FORM + ")");
        }
        return new Outage(ticks(ends[0]), ticks(ends[1]));
    }

    private static long ticks(String text) {
        Matcher moment = MOMENT.matcher(text);
        if (!moment.matches()) {
            throw new IllegalArgumentException("no span of time (" + FORM + ")");
        }
        if (moment.group(3) != null) {
            return Long.parseLong(moment.group(3));
        }
        long tenths = moment.group(2) == null ? 0 : Long.parseLong(moment.group(2));
        return (10 * Long.parseLong(moment.group(1)) + tenths) * Calendar.TICKS_PER_DAY / 10;
    }

    /** Returns whether it is in effect at a time, in nanoseconds after the beginning of the run. */
    boolean isActiveAt(long nanos) {
        long tick = nanos / TICK.toNanos();
        return tick >= from && tick < to;
    }

    @Override
    public String toString() {
        return "from tick " + from + " to " + to + " of the run";
    }
}
