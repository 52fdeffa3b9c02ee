/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/**
 * The blackboard of an agent of gdx-ai: its state, and the conditions for guards and states. The
 * hysteresis of all rows must be updated in each tick, also of losing rows, so it is here and not
 * in the guards, which are therefore as cheap as possible.
 */
final class Creature extends Agent {
    private int holding;
    private long tick;

    /** Updates the active rows; called first in a tick. */
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

    /**
     * Updates the priority of its activity to that of its current cause, or to 0 if only other rows
     * are active.
     */
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

    /** Whether the row at a place is active and may begin or continue its activity. */
    boolean allows(int place) {
        return (holding & (1 << place)) != 0
                && (Rows.deed(place) == deed || (interruptible && Rows.priority(place) > priority));
    }

    /** Begins the activity of the row at a place, unless it is already doing it. */
    void follow(int place) {
        if (deed != Rows.deed(place)) {
            begin(Rows.deed(place), Rows.priority(place), Rows.interruptible(place), tick);
        }
    }

    /** Ends the activity of a reflex, because no row is active. */
    void letGo() {
        if (deed.reflex()) {
            end(tick);
        }
    }
}
