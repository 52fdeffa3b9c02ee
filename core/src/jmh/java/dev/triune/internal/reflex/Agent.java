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
    Deed deed = Deed.IDLE;

    /** The priority of its activity. */
    int priority;

    /** The number of activities begun. */
    int generation;

    /** The active needs. */
    int latched;

    /** The tick in which its activity began. */
    long since;

    /** Begins an activity. */
    final void begin(Deed what, int rank, boolean mayBeInterrupted, long tick) {
        deed = what;
        priority = rank;
        interruptible = mayBeInterrupted;
        completed = false;
        since = tick;
        generation++;
    }

    /** Ends the activity of a reflex. */
    final void end(long tick) {
        boolean wasNeed = !deed.pastime();
        begin(Deed.IDLE, 0, true, tick);
        completed = wasNeed;
    }

    /** For {@link Herd#start}. */
    final void start(Deed what, boolean mayBeInterrupted, long tick) {
        deed = what;
        priority = startPriority(what);
        interruptible = mayBeInterrupted;
        since = tick;
    }

    /** Returns the priority of an activity at the start of the scenario. */
    static int startPriority(Deed deed) {
        return switch (deed) {
            case GATHER -> 20;
            case EXPLORE -> 15;
            case WANDER -> 10;
            default -> 0;
        };
    }

    /** For {@link Herd#fare}. */
    final void fare(Figures figures) {
        hunger = figures.hunger;
        energy = figures.energy;
        temperature = figures.temperature;
        health = figures.health;
        sleepDrive = figures.sleepDrive;
        tooHot = figures.tooHot;
        bedtime = figures.bedtime;
        hasHome = figures.hasHome;
        danger = figures.danger;
    }

    /** For {@link Herd#state}. */
    final String state() {
        return Herd.state(
                deed.title, priority, interruptible, completed, since, generation, latched);
    }
}
