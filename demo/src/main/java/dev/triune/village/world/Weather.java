/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.SplittableRandom;

/**
 * The times of storms: one in three days, in the evening of the third, at an hour that depends on
 * the seed. It is forecast on the second morning, or, with a third of the seeds, a few hours before. Immutable.
 */
public final class Weather {
    /** How often all of this comes round, in days. */
    public static final int CYCLE_DAYS = 3;

    /** How long a storm lasts, in ticks. */
    public static final int STORM_TICKS = 7 * Calendar.TICKS_PER_HOUR;

    private static final long CYCLE = (long) CYCLE_DAYS * Calendar.TICKS_PER_DAY;
    private static final int FORESEEN = Calendar.TICKS_PER_DAY + 3 * Calendar.TICKS_PER_HOUR;
    private static final int EARLIEST = 2 * Calendar.TICKS_PER_DAY + 11 * Calendar.TICKS_PER_HOUR;
    private static final int LATEST = 2 * Calendar.TICKS_PER_DAY + 14 * Calendar.TICKS_PER_HOUR;

    private final int stormAt;
    private final int foreseenAt;

    /** That of a seed. */
    public Weather(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x73746f726dL);
        stormAt = random.nextInt(EARLIEST, LATEST);
        foreseenAt = random.nextInt(3) > 0
                ? FORESEEN
                : stormAt - random.nextInt(2, 6) * Calendar.TICKS_PER_HOUR;
    }

    /** Returns the tick in which the storm of these three days begins. */
    public long stormStart(long tick) {
        return tick / CYCLE * CYCLE + stormAt;
    }

    /** Returns the tick in which it is foreseen. */
    public long forecastTick(long tick) {
        return tick / CYCLE * CYCLE + foreseenAt;
    }

    /** Returns whether a storm rages. */
    public boolean isStorm(long tick) {
        long begins = stormStart(tick);
        return tick >= begins && tick < begins + STORM_TICKS;
    }

    /** Returns whether a storm is known to come and has not come yet. */
    public boolean isStormForecast(long tick) {
        return tick >= forecastTick(tick) && tick < stormStart(tick);
    }
}
