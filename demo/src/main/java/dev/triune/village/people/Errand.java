/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.Component;
import dev.triune.village.world.BuildingSite;
import org.jspecify.annotations.Nullable;

/** The progress of a villager's current step or reflex, kept by its runner between ticks. */
public class Errand extends Component {
    /** The ticks of work on the current piece. */
    public int work;

    /** The number of pieces left, or another count of the runner. */
    public int count;

    /** The building site, if it builds. Saved with the village. */
    public transient @Nullable BuildingSite site;

    /** The destination, if the runner chose one. */
    public float x;

    /** The destination, if the runner chose one. */
    public float y;

    /** The type of the step, or the reflex behavior, whose runner is active; empty for none. */
    public String doing = "";

    /** Whether it ended when it started, which its mind learns in the next tick. */
    public boolean over;

    /** The activity at the time of the save, until it is resumed or abandoned. */
    public transient String left = "";

    /** The tick in which that activity began. */
    public transient long leftSince;

    /** Resets everything for a new step. */
    public void clear() {
        work = 0;
        count = 0;
        site = null;
        x = 0;
        y = 0;
    }
}
