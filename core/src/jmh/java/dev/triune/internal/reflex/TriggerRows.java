/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/**
 * The trigger table as handwritten code, for the other contenders: a bit for each row, the lowest
 * for the highest priority.
 */
final class TriggerRows {
    /** No energy left. */
    static final int EXHAUSTED = 1;

    /** Unbearable sleep drive. */
    static final int COLLAPSING = 1 << 1;

    /** Danger. */
    static final int IN_DANGER = 1 << 2;

    /** Cold. */
    static final int COLD = 1 << 3;

    /** Heat. */
    static final int HOT = 1 << 4;

    /** Badly hurt, with a home. */
    static final int WOUNDED = 1 << 5;

    /** Hardly any energy. */
    static final int TIRED = 1 << 6;

    /** Starving. */
    static final int STARVING = 1 << 7;

    /** Time to sleep. */
    static final int BEDTIME = 1 << 8;

    /** Hungry. */
    static final int HUNGRY = 1 << 9;

    /** Sleepy. */
    static final int SLEEPY = 1 << 10;

    /** Has wandered for long. */
    static final int RESTLESS = 1 << 11;

    /** Has idled for long. */
    static final int BORED = 1 << 12;

    /** The ticks of idling before wandering. */
    static final int IDLE_TICKS = 100;

    /** The ticks of wandering before exploring, and of exploring before a rest. */
    static final int ROAM_TICKS = 200;

    private static final Activity[] DEEDS = {
        Activity.FORCED_SLEEP,
        Activity.FORCED_SLEEP,
        Activity.FLEE_DANGER,
        Activity.SEEK_WARMTH,
        Activity.SEEK_COOLING,
        Activity.FLEE_TO_HOME,
        Activity.SEEK_SLEEP,
        Activity.SEEK_FOOD,
        Activity.SEEK_SLEEP,
        Activity.SEEK_FOOD,
        Activity.SEEK_SLEEP,
        Activity.EXPLORE,
        Activity.WANDER
    };
    private static final int[] PRIORITIES = {100, 100, 95, 90, 90, 85, 85, 80, 70, 40, 30, 15, 10};

    private TriggerRows() {}

    /** Returns the place of the row with the highest priority; there must be one. */
    static int first(int rows) {
        return Integer.numberOfTrailingZeros(rows);
    }

    /** Returns the activity of the row at a place. */
    static Activity activity(int place) {
        return DEEDS[place];
    }

    /** Returns the priority of the row at a place. */
    static int priority(int place) {
        return PRIORITIES[place];
    }

    /** Whether the activity of the row at a place may be interrupted. */
    static boolean interruptible(int place) {
        return place > 2;
    }

    /** Returns the rows that begin an activity. */
    static int of(Activity activity) {
        return switch (activity) {
            case IDLE, GATHER -> 0;
            case FORCED_SLEEP -> EXHAUSTED | COLLAPSING;
            case FLEE_DANGER -> IN_DANGER;
            case SEEK_WARMTH -> COLD;
            case SEEK_COOLING -> HOT;
            case FLEE_TO_HOME -> WOUNDED;
            case SEEK_SLEEP -> TIRED | BEDTIME | SLEEPY;
            case SEEK_FOOD -> STARVING | HUNGRY;
            case EXPLORE -> RESTLESS;
            case WANDER -> BORED;
        };
    }

    /** Whether no need begins, as for most agents, provided that none was active before. */
    static boolean well(
            float hunger,
            float energy,
            float temperature,
            float health,
            float sleepDrive,
            boolean bedtime,
            boolean hasHome,
            boolean danger) {
        return !(hunger < 0.6f
                || energy < 0.15f
                || temperature < 0.2f
                || sleepDrive > 0.7f
                || danger
                || (health < 0.3f && hasHome)
                || (sleepDrive >= 0.5f && bedtime));
    }

    /** Returns the active needs, given those active before. */
    static int needs(
            int latched,
            float hunger,
            float energy,
            float temperature,
            float health,
            float sleepDrive,
            boolean tooHot,
            boolean bedtime,
            boolean hasHome,
            boolean danger) {
        int rows = danger ? IN_DANGER : 0;
        if (energy <= 0 || ((latched & EXHAUSTED) != 0 && energy < 0.25f)) {
            rows |= EXHAUSTED;
        }
        if (sleepDrive > 0.85f || ((latched & COLLAPSING) != 0 && sleepDrive > 0.3f)) {
            rows |= COLLAPSING;
        }
        int discomfort = tooHot ? HOT : COLD;
        if (temperature < 0.2f || ((latched & discomfort) != 0 && temperature < 0.4f)) {
            rows |= discomfort;
        }
        if (hasHome && (health < 0.3f || ((latched & WOUNDED) != 0 && health < 0.5f))) {
            rows |= WOUNDED;
        }
        if (energy < 0.15f || ((latched & TIRED) != 0 && energy < 0.6f)) {
            rows |= TIRED;
        }
        if (hunger < 0.1f || ((latched & STARVING) != 0 && hunger < 0.3f)) {
            rows |= STARVING;
        }
        if (bedtime && (sleepDrive >= 0.5f || ((latched & BEDTIME) != 0 && sleepDrive > 0.1f))) {
            rows |= BEDTIME;
        }
        if (hunger < 0.6f || ((latched & HUNGRY) != 0 && hunger < 0.85f)) {
            rows |= HUNGRY;
        }
        if (sleepDrive > 0.7f || ((latched & SLEEPY) != 0 && sleepDrive > 0.2f)) {
            rows |= SLEEPY;
        }
        return rows;
    }

    /** Returns the pastime that is active after a number of ticks of an activity. */
    static int pastime(Activity activity, long ticks) {
        return switch (activity) {
            case IDLE -> ticks >= IDLE_TICKS ? BORED : 0;
            case WANDER -> ticks >= ROAM_TICKS ? RESTLESS : BORED;
            case EXPLORE -> ticks < ROAM_TICKS ? RESTLESS : 0;
            default -> 0;
        };
    }
}
