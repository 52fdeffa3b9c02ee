/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.rule.ReflexTable.Trigger;

/**
 * The standard reflexes, one for each row of the trigger table, in order of falling priority: if
 * several are active, the first one wins. A game can leave out, replace and add reflexes: see
 * {@link ReflexTable}.
 */
public enum Reflex implements Trigger {
    /** No energy left. */
    EXHAUSTED(Behavior.FORCED_SLEEP, "sleeping", 100, false),
    /** Unbearable sleep drive. */
    COLLAPSING(Behavior.FORCED_SLEEP, "sleeping", 100, false),
    /** The game sees danger. */
    IN_DANGER("flee_danger", "fleeing from danger", 95, false),
    /** Dangerously cold. */
    COLD("seek_warmth", "getting warm", 90, true),
    /** Dangerously hot. */
    HOT("seek_cooling", "cooling down", 90, true),
    /** Badly hurt, with a home to go to. */
    WOUNDED("flee_to_home", "fleeing home", 85, true),
    /** Hardly any energy left. */
    TIRED("seek_sleep", "going to sleep", 85, true),
    /** Starving. */
    STARVING("seek_food", "finding food", 80, true),
    /** Time to sleep, and willing. */
    BEDTIME("seek_sleep", "going to sleep", 70, true),
    /** Hungry. */
    HUNGRY("seek_food", "finding food", 40, true),
    /** Sleepy at any time of day. */
    SLEEPY("seek_sleep", "going to sleep", 30, true),
    /** Has wandered for long. */
    RESTLESS(Behavior.EXPLORE, "exploring", 15, true),
    /** Has idled for long. */
    BORED(Behavior.WANDER, "strolling about", 10, true);

    private final String behavior;
    private final String words;
    private final int priority;
    private final boolean interruptible;

    Reflex(String behavior, String words, int priority, boolean interruptible) {
        this.behavior = behavior;
        this.words = words;
        this.priority = priority;
        this.interruptible = interruptible;
    }

    @Override
    public String behavior() {
        return behavior;
    }

    /**
     * Returns a behaviour in words for prompts. In a name that is not standard, spaces replace
     * underscores.
     */
    public static String wordsFor(String behavior) {
        for (Reflex reflex : values()) {
            if (reflex.behavior.equals(behavior)) {
                return reflex.words;
            }
        }
        return behavior.equals(Behavior.IDLE)
                ? "nothing in particular"
                : behavior.replace('_', ' ');
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
