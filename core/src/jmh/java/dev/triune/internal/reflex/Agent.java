/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/** An agent as a plain object with its needs and its activity. */
class Agent {
    /** The same as in {@code Needs}. */
    float hunger = 1;

    /** The same as in {@code Needs}. */
    float energy = 1;

    /** The same as in {@code Needs}. */
    float temperature = 1;

    /** The same as in {@code Needs}. */
    float health = 1;

    /** The same as in {@code Needs}. */
    float sleepDrive;

    /** The same as in {@code Needs}. */
    boolean tooHot;

    /** The same as in {@code Needs}. */
    boolean bedtime;

    /** The same as in {@code Needs}. */
    boolean hasHome;

    /** The same as in {@code Needs}. */
    boolean danger;

    /** Whether its activity may be interrupted. */
    boolean interruptible = true;

    /** Whether a reflex of a need has just ended. */
    boolean completed;

    /** Its activity. */
    Activity activity = Activity.IDLE;

    /** The priority of its activity. */
    int priority;

    /** The number of activities begun. */
    int generation;

    /** The active needs. */
    int latched;

    /** The tick in which its activity began. */
    long since;

    /** Begins an activity. */
    final void begin(Activity what, int rank, boolean mayBeInterrupted, long tick) {
        activity = what;
        priority = rank;
        interruptible = mayBeInterrupted;
        completed = false;
        since = tick;
        generation++;
    }

    /** Ends the activity of a reflex. */
    final void end(long tick) {
        boolean wasNeed = !activity.pastime();
        begin(Activity.IDLE, 0, true, tick);
        completed = wasNeed;
    }

    /** For {@link Herd#start}. */
    final void start(Activity what, boolean mayBeInterrupted, long tick) {
        activity = what;
        priority = startPriority(what);
        interruptible = mayBeInterrupted;
        since = tick;
    }

    /** Returns the priority of an activity at the start of the scenario. */
    static int startPriority(Activity activity) {
        return switch (activity) {
            case GATHER -> 20;
            case EXPLORE -> 15;
            case WANDER -> 10;
            default -> 0;
        };
    }

    /** For {@link Herd#setNeeds}. */
    final void setNeeds(NeedValues values) {
        hunger = values.hunger;
        energy = values.energy;
        temperature = values.temperature;
        health = values.health;
        sleepDrive = values.sleepDrive;
        tooHot = values.tooHot;
        bedtime = values.bedtime;
        hasHome = values.hasHome;
        danger = values.danger;
    }

    /** For {@link Herd#state}. */
    final String state() {
        return Herd.state(
                activity.title, priority, interruptible, completed, since, generation, latched);
    }
}
