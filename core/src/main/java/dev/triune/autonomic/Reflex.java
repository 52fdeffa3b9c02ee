/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import dev.triune.component.Behavior;
import org.jspecify.annotations.Nullable;

/**
 * The reflexes, one for each row of the trigger table, in order of falling priority: of those that
 * hold at once, the first one here wins.
 */
public enum Reflex {
    /** No energy left. */
    EXHAUSTED("forced_sleep", 100, false),
    /** Sleep drive beyond bearing. */
    COLLAPSING("forced_sleep", 100, false),
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

    private static final Reflex[] VALUES = values();

    private final String behavior;
    private final int priority;
    private final boolean interruptible;

    Reflex(String behavior, int priority, boolean interruptible) {
        this.behavior = behavior;
        this.priority = priority;
        this.interruptible = interruptible;
    }

    /** The behaviour that it begins. */
    public String behavior() {
        return behavior;
    }

    /** Its priority, 10 to 100. */
    public int priority() {
        return priority;
    }

    /** Whether a reflex of higher priority may interrupt it. */
    public boolean interruptible() {
        return interruptible;
    }

    /** Whether it comes of boredom, not of a need. */
    public boolean pastime() {
        return this == RESTLESS || this == BORED;
    }

    int bit() {
        return 1 << ordinal();
    }

    /** The most important reflex of a set of bits that is not empty. */
    static Reflex first(int bits) {
        return VALUES[Integer.numberOfTrailingZeros(bits)];
    }

    /** The most important reflex of a set of bits that begins that behaviour, or null. */
    static @Nullable Reflex first(int bits, String behavior) {
        for (Reflex reflex : VALUES) {
            if ((bits & reflex.bit()) != 0 && reflex.behavior.equals(behavior)) {
                return reflex;
            }
        }
        return null;
    }
}
