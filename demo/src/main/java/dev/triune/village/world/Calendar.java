/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts ticks to day and time. A day has 24,000 ticks; the first one begins at six in the
 * morning.
 */
public final class Calendar {
    /** The ticks of a day. */
    public static final int TICKS_PER_DAY = 24_000;

    /** The ticks of an hour. */
    public static final int TICKS_PER_HOUR = TICKS_PER_DAY / 24;

    private static final Pattern DATE =
            Pattern.compile("\\bday (\\d{1,6}) at (\\d{1,2}):(\\d{2})\\b");
    private static final int FIRST_HOUR = 6;
    private static final int DAYS_PER_SEASON = 3;
    private static final int TO_BED = 15 * TICKS_PER_HOUR;
    private static final int GET_UP = TO_BED + 17 * TICKS_PER_HOUR / 2;
    private static final int QUARTER = TICKS_PER_HOUR / 4;
    private static final int EARLY_AND_LATE = 6;

    private Calendar() {}

    /** The four phases of a day. */
    public enum Phase {
        /** From 6 to 9. */
        MORNING,
        /** From 9 to 18. */
        DAY,
        /** From 18 to 21. */
        EVENING,
        /** From 21 to 6. */
        NIGHT;

        /** Returns its name in lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The four seasons of a year, three days each. */
    public enum Season {
        /** The first season. */
        SPRING(100),
        /** Berries grow fast. */
        SUMMER(60),
        /** Berries grow as in spring. */
        AUTUMN(100),
        /** Berries grow slowly, grain not at all. */
        WINTER(250);

        private final int berryTime;

        Season(int berryTime) {
            this.berryTime = berryTime;
        }

        /** Returns the time in which berries grow back, in percent of that in spring. */
        int berryTime() {
            return berryTime;
        }

        /** Returns its name in lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the season. */
    public static Season season(long tick) {
        return Season.values()[(int) (tick / TICKS_PER_DAY / DAYS_PER_SEASON % 4)];
    }

    /** Returns the year, from 1. */
    public static long year(long tick) {
        return tick / TICKS_PER_DAY / DAYS_PER_SEASON / Season.values().length + 1;
    }

    /** Returns the day, from 1. */
    public static long day(long tick) {
        return (tick + FIRST_HOUR * TICKS_PER_HOUR) / TICKS_PER_DAY + 1;
    }

    /** Returns the hour, 0 to 23. */
    public static int hour(long tick) {
        return (int) ((tick / TICKS_PER_HOUR + FIRST_HOUR) % 24);
    }

    /** Returns the first tick of an hour of a day; 0 or less before the first tick. */
    public static long tick(long day, int hour) {
        return (day - 1) * TICKS_PER_DAY + (hour - FIRST_HOUR) * (long) TICKS_PER_HOUR;
    }

    /** Returns the time, for example {@code 08:14}. */
    public static String time(long tick) {
        long minute = tick % TICKS_PER_HOUR * 60 / TICKS_PER_HOUR;
        return twoDigits(hour(tick)) + ":" + twoDigits(minute);
    }

    /**
     * Returns how long after a full hour a village of a seed has its events, in ticks: in another
     * minute than villages of the sixty seeds around it.
     */
    public static long pastHour(long seed) {
        return (Math.floorMod(seed * 37, 60L) * TICKS_PER_HOUR + 59) / 60;
    }

    /** Returns a day and time in words, for example {@code day 3 at 09:37}, as of an appointment. */
    public static String date(long tick) {
        return "day " + day(tick) + " at " + time(tick);
    }

    /** Returns the tick of the first {@link #date} in a text, to the minute; empty without one. */
    public static OptionalLong dateIn(String text) {
        Matcher date = DATE.matcher(text);
        return date.find()
                ? OptionalLong.of(
                        tick(Long.parseLong(date.group(1)), Integer.parseInt(date.group(2)))
                                + Integer.parseInt(date.group(3)) * (long) TICKS_PER_HOUR / 60)
                : OptionalLong.empty();
    }

    /** Returns when a tick was, for villagers who talk about it later. */
    public static String when(long tick, long now) {
        long days = day(now) - day(tick);
        String time = "at " + time(tick);
        if (days == 0) {
            return time;
        }
        return days == 1 ? "yesterday " + time : "on day " + day(tick) + " " + time;
    }

    /** Returns the phase of the day. */
    public static Phase phase(long tick) {
        int hour = hour(tick);
        if (hour < 6 || hour >= 21) {
            return Phase.NIGHT;
        }
        if (hour < 9) {
            return Phase.MORNING;
        }
        return hour < 18 ? Phase.DAY : Phase.EVENING;
    }

    /**
     * Returns whether a villager should be in bed: from 21:00 to 5:30, or up to 75 minutes later.
     *
     * @param number the villager's number, which determines the delay
     */
    public static boolean isBedtime(long tick, int number) {
        long ofDay = Math.floorMod(tick - number % EARLY_AND_LATE * (long) QUARTER, TICKS_PER_DAY);
        return ofDay >= TO_BED && ofDay < GET_UP;
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
