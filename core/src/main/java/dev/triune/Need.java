/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.Needs;

/** A figure of {@link Needs}, 0 to 1, where 1 is well, except for {@link #SLEEP_DRIVE}. */
public enum Need {
    /** {@link Needs#hunger}: 1 is full. */
    HUNGER,
    /** {@link Needs#energy}: 1 is rested. */
    ENERGY,
    /** {@link Needs#temperature}: 1 is comfortable. */
    TEMPERATURE,
    /** {@link Needs#health}: 1 is unhurt, 0 is dead. */
    HEALTH,
    /** {@link Needs#sleepDrive}: 0 is wide awake, 1 is desperate for sleep. */
    SLEEP_DRIVE;

    /** Writes the figure. */
    void set(Needs needs, float value) {
        switch (this) {
            case HUNGER -> needs.hunger = value;
            case ENERGY -> needs.energy = value;
            case TEMPERATURE -> needs.temperature = value;
            case HEALTH -> needs.health = value;
            case SLEEP_DRIVE -> needs.sleepDrive = value;
        }
    }
}
