/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;
import dev.triune.village.world.BuildingSite;
import org.jspecify.annotations.Nullable;

/** The progress of a villager's current step or reflex, which runners keep here between ticks. */
public class Errand extends PooledComponent {
    /** Ticks of work done since something last came of it. */
    public int work;

    /** Pieces that are still wanted, or another count of the runner's own. */
    public int count;

    /** The site that is reserved for it, if it builds. Saved with the village. */
    public transient @Nullable BuildingSite site;

    /** Where to, if the runner chose a spot. */
    public float x;

    /** Where to, if the runner chose a spot. */
    public float y;

    /** The type of step or the reflex whose runner is at work; empty if none is. */
    public String doing = "";

    /** Whether that was over as soon as it began, which its mind sees in the next tick. */
    public boolean over;

    /** What was being done when the village was saved, until it goes on or is given up. */
    public transient String left = "";

    /** Since which tick that was. */
    public transient long leftSince;

    /** Resets everything for a new step. */
    public void clear() {
        work = 0;
        count = 0;
        site = null;
        x = 0;
        y = 0;
    }

    @Override
    protected void reset() {
        clear();
        doing = "";
        over = false;
        left = "";
        leftSince = 0;
    }
}
