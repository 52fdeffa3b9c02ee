/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.World;

/** Tells tests of other packages what choices have consumed. */
public final class Draws {
    private Draws() {}

    /** Returns how many random numbers an agent's choices have consumed; 0 without habits. */
    public static long of(World world, int agent) {
        HabitState state = world.getMapper(HabitState.class).get(agent);
        return state == null ? 0 : state.habitDraws;
    }
}
