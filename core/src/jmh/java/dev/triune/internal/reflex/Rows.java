/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/**
 * The trigger table written by hand, as code with numbers in it, for the contenders that are not
 * ours: a bit for each row, the most important one lowest.
 */
final class Rows {
    /** No energy left. */
    static final int EXHAUSTED = 1;

    /** Sleep drive beyond bearing. */
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

    /** Ticks of idling before wandering. */
    static final int IDLE_TICKS = 100;

    /** Ticks of wandering before exploring, and of that before a rest. */
    static final int ROAM_TICKS = 200;

    private static final Deed[] DEEDS = {
        Deed.FORCED_SLEEP,
        Deed.FORCED_SLEEP,
        Deed.FLEE_DANGER,
        Deed.SEEK_WARMTH,
        Deed.SEEK_COOLING,
        Deed.FLEE_TO_HOME,
        Deed.SEEK_SLEEP,
        Deed.SEEK_FOOD,
        Deed.SEEK_SLEEP,
        Deed.SEEK_FOOD,
        Deed.SEEK_SLEEP,
        Deed.EXPLORE,
        Deed.WANDER
    };
    private static final int[] PRIORITIES = {100, 100, 95, 90, 90, 85, 85, 80, 70, 40, 30, 15, 10};

    private Rows() {}

    /** The most important row of some, which are not none, as its place. */
    static int first(int rows) {
        return Integer.numberOfTrailingZeros(rows);
    }

    /** What the row at a place begins. */
    static Deed deed(int place) {
        return DEEDS[place];
    }

    /** The priority of the row at a place. */
    static int priority(int place) {
        return PRIORITIES[place];
    }

    /** Whether the deed of the row at a place may be interrupted. */
    static boolean interruptible(int place) {
        return place > 2;
    }

    /** The rows that begin a deed. */
    static int of(Deed deed) {
        return switch (deed) {
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

    /** Whether no need sets in: what holds for most agents, for all that no need held before. */
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

    /** The needs that hold, given those that held before. */
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

    /** The pastime that holds for whoever does that for so many ticks. */
    static int pastime(Deed deed, long ticks) {
        return switch (deed) {
            case IDLE -> ticks >= IDLE_TICKS ? BORED : 0;
            case WANDER -> ticks >= ROAM_TICKS ? RESTLESS : BORED;
            case EXPLORE -> ticks < ROAM_TICKS ? RESTLESS : 0;
            default -> 0;
        };
    }
}
