/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/** An agent as one plain object: all its figures and what it does. */
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

    /** Whether what it does may be interrupted. */
    boolean interruptible = true;

    /** Whether a reflex of a need has just ended. */
    boolean completed;

    /** What it does. */
    Deed deed = Deed.IDLE;

    /** How important that is. */
    int priority;

    /** Grows with each new deed. */
    int generation;

    /** The needs that hold. */
    int latched;

    /** The tick in which it began to do it. */
    long since;

    /** Begins something. */
    final void begin(Deed what, int rank, boolean mayBeInterrupted, long tick) {
        deed = what;
        priority = rank;
        interruptible = mayBeInterrupted;
        completed = false;
        since = tick;
        generation++;
    }

    /** Ends what a reflex did. */
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

    /** The priority of what an agent may do when the scenario begins. */
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
