/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.component.Mind;

/**
 * What habits keep of an agent in saves. Public so that Artemis can create it; a game neither reads
 * nor writes it.
 */
@Fluid(exclude = true)
public final class HabitState extends Component {
    /** Whether the next plan should come from a model even if a habit applies. */
    boolean callsModel;

    /** The last plan that came from a habit; empty if there was none. */
    String lastHabit = "";

    /** The number of uses in a row of {@link #lastHabit}. */
    int habitRepeats;

    /** The number of random numbers that the agent's choices have consumed. */
    long habitDraws;

    /** The {@link Mind#forgotten} to which this belongs. */
    int forgotten;

    /** Creates the state of an agent without habits, for Artemis. */
    public HabitState() {}

    /** Forgets what the mind has forgotten since the last call; the random sequence goes on. */
    void forgetWith(Mind mind) {
        if (forgotten != mind.forgotten) {
            forgotten = mind.forgotten;
            callsModel = false;
            lastHabit = "";
            habitRepeats = 0;
        }
    }
}
