/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;

/**
 * The standard reflexes, one for each row of the trigger table, in order of falling priority: of
 * those that hold at once, the first one here wins. A game leaves single ones out, puts a rule of its
 * own in their place, and adds more: {@link ReflexTable}.
 */
public enum Reflex implements Trigger {
    /** No energy left. */
    EXHAUSTED(Behavior.FORCED_SLEEP, 100, false),
    /** Sleep drive beyond bearing. */
    COLLAPSING(Behavior.FORCED_SLEEP, 100, false),
    /** The game sees danger. */
    IN_DANGER("flee_danger", 95, false),
    /** Dangerously cold. */
    COLD("seek_warmth", 90, true),
    /** Dangerously hot. */
    HOT("seek_cooling", 90, true),
    /** Badly hurt, with a home to go to. */
    WOUNDED("flee_to_home", 85, true),
    /** Hardly any energy left. */
    TIRED("seek_sleep", 85, true),
    /** Starving. */
    STARVING("seek_food", 80, true),
    /** Time to sleep, and willing. */
    BEDTIME("seek_sleep", 70, true),
    /** Hungry. */
    HUNGRY("seek_food", 40, true),
    /** Would sleep at any time of day. */
    SLEEPY("seek_sleep", 30, true),
    /** Has wandered for long. */
    RESTLESS(Behavior.EXPLORE, 15, true),
    /** Has idled for long. */
    BORED(Behavior.WANDER, 10, true);

    private final String behavior;
    private final int priority;
    private final boolean interruptible;

    Reflex(String behavior, int priority, boolean interruptible) {
        this.behavior = behavior;
        this.priority = priority;
        this.interruptible = interruptible;
    }

    @Override
    public String behavior() {
        return behavior;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public boolean interruptible() {
        return interruptible;
    }

    @Override
    public boolean pastime() {
        return this == RESTLESS || this == BORED;
    }
}
