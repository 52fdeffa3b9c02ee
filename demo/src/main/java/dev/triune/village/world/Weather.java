/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.SplittableRandom;

/**
 * The times of storms: one on every third day, between 17:00 and 20:00, in a minute that depends on
 * the seed. It is forecast on the morning before, or with a third of the seeds a few hours ahead.
 * Immutable.
 */
public final class Weather {
    /** The days from one storm to the next. */
    public static final int CYCLE_DAYS = 3;

    /** The duration of a storm, in ticks. */
    public static final int STORM_TICKS = 7 * Calendar.TICKS_PER_HOUR;

    private static final long CYCLE = (long) CYCLE_DAYS * Calendar.TICKS_PER_DAY;
    private static final int FORESEEN = Calendar.TICKS_PER_DAY + 3 * Calendar.TICKS_PER_HOUR;
    private static final int EARLIEST = 2 * Calendar.TICKS_PER_DAY + 11 * Calendar.TICKS_PER_HOUR;
    private static final int EVENING_HOURS = 3;

    private final int stormAt;
    private final int foreseenAt;

    /** Creates the weather of a seed. */
    public Weather(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x73746f726dL);
        int pastHour = (int) Calendar.pastHour(seed);
        stormAt = EARLIEST + random.nextInt(EVENING_HOURS) * Calendar.TICKS_PER_HOUR + pastHour;
        foreseenAt = random.nextInt(3) > 0
                ? FORESEEN + pastHour
                : stormAt - random.nextInt(2, 6) * Calendar.TICKS_PER_HOUR;
    }

    /** Returns the tick in which the storm of the current cycle begins. */
    public long stormStart(long tick) {
        return tick / CYCLE * CYCLE + stormAt;
    }

    /** Returns the tick in which the storm of the current cycle is forecast. */
    public long forecastTick(long tick) {
        return tick / CYCLE * CYCLE + foreseenAt;
    }

    /** Returns whether there is a storm. */
    public boolean isStorm(long tick) {
        long begins = stormStart(tick);
        return tick >= begins && tick < begins + STORM_TICKS;
    }

    /** Returns whether a storm is forecast and has not begun. */
    public boolean isStormForecast(long tick) {
        return tick >= forecastTick(tick) && tick < stormStart(tick);
    }
}
