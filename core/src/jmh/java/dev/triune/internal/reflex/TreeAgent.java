/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/**
 * The blackboard of an agent of gdx-ai: its state, and the conditions for guards and states. The
 * hysteresis of all rows must be updated in each tick, also of losing rows, so it is here and not
 * in the guards, which are therefore as cheap as possible.
 */
final class TreeAgent extends Agent {
    private int active;
    private long tick;

    /** Updates the active rows; called first in a tick. */
    void sense(long now) {
        tick = now;
        int needs = 0;
        if (latched != 0 || !isWell()) {
            needs = needs();
        }
        latched = needs;
        active = needs | TriggerRows.pastime(activity, now - since);
        if (activity.reflex()) {
            updatePriority();
        }
    }

    private boolean isWell() {
        return TriggerRows.well(
                hunger, energy, temperature, health, sleepDrive, bedtime, hasHome, danger);
    }

    private int needs() {
        return TriggerRows.needs(
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
    private void updatePriority() {
        int causes = active & TriggerRows.of(activity);
        if (causes != 0) {
            priority = TriggerRows.priority(TriggerRows.first(causes));
            interruptible = TriggerRows.interruptible(TriggerRows.first(causes));
        } else if (active != 0) {
            priority = 0;
            interruptible = true;
        }
    }

    /** Whether the row at a place is active and may begin or continue its activity. */
    boolean allows(int place) {
        return (active & (1 << place)) != 0
                && (TriggerRows.activity(place) == activity
                        || (interruptible && TriggerRows.priority(place) > priority));
    }

    /** Begins the activity of the row at a place, unless it is already doing it. */
    void follow(int place) {
        if (activity != TriggerRows.activity(place)) {
            begin(
                    TriggerRows.activity(place),
                    TriggerRows.priority(place),
                    TriggerRows.interruptible(place),
                    tick);
        }
    }

    /** Ends the activity of a reflex, because no row is active. */
    void endReflex() {
        if (activity.reflex()) {
            end(tick);
        }
    }
}
