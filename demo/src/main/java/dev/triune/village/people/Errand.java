/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;
import com.artemis.annotations.Transient;
import dev.triune.village.places.Site;
import org.jspecify.annotations.Nullable;

/** How far a villager has come with what it is doing. Runners keep it here between ticks. */
@Transient
public class Errand extends PooledComponent {
    /** Ticks of work done since something last came of it. */
    public int work;

    /** Pieces that are still wanted, or another count of the runner's own. */
    public int count;

    /** The site that is reserved for it, if it builds. */
    public @Nullable Site site;

    /** Where to, if the runner chose a spot. */
    public float x;

    /** Where to, if the runner chose a spot. */
    public float y;

    /** Begins anew. */
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
    }
}
