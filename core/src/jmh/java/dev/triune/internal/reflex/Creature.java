/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/**
 * The blackboard of an agent of gdx-ai: what it knows, and the questions that guards and states ask.
 * The hysteresis of all rows has to be looked at in each tick, also of those that lose, so it is here
 * and not in the guards, which then are as cheap as guards can be.
 */
final class Creature extends Agent {
    private int holding;
    private long tick;

    /** Looks at its own figures. Comes first in a tick. */
    void sense(long now) {
        tick = now;
        int needs = 0;
        if (latched != 0 || !isWell()) {
            needs = needs();
        }
        latched = needs;
        holding = needs | Rows.pastime(deed, now - since);
        if (deed.reflex()) {
            weigh();
        }
    }

    private boolean isWell() {
        return Rows.well(hunger, energy, temperature, health, sleepDrive, bedtime, hasHome, danger);
    }

    private int needs() {
        return Rows.needs(
                latched,
                hunger,
                energy,
                temperature,
                health,
                sleepDrive,
                tooHot,
                bedtime,
                hasHome,
                danger);
    }

    /** What it does is as important as what causes it now; nothing goes before no cause. */
    private void weigh() {
        int causes = holding & Rows.of(deed);
        if (causes != 0) {
            priority = Rows.priority(Rows.first(causes));
            interruptible = Rows.interruptible(Rows.first(causes));
        } else if (holding != 0) {
            priority = 0;
            interruptible = true;
        }
    }

    /** Whether the row at a place holds and may begin what it begins, or go on with it. */
    boolean allows(int place) {
        return (holding & (1 << place)) != 0
                && (Rows.deed(place) == deed || (interruptible && Rows.priority(place) > priority));
    }

    /** Does what the row at a place begins, unless it does so already. */
    void follow(int place) {
        if (deed != Rows.deed(place)) {
            begin(Rows.deed(place), Rows.priority(place), Rows.interruptible(place), tick);
        }
    }

    /** No reflex: what one began is over. */
    void letGo() {
        if (deed.reflex()) {
            end(tick);
        }
    }
}
