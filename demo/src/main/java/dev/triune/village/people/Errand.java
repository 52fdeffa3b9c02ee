/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;
import com.artemis.annotations.Transient;

/** How far a villager has come with what it is doing. Runners keep it here between ticks. */
@Transient
public class Errand extends PooledComponent {
    /** Ticks of work that are left before something comes of it. */
    public int work;

    /** Pieces that are still wanted, or another count of the runner's own. */
    public int count;

    /** Where to, if the runner chose a spot. */
    public float x;

    /** Where to, if the runner chose a spot. */
    public float y;

    /** Begins anew. */
    public void clear() {
        work = 0;
        count = 0;
        x = 0;
        y = 0;
    }

    @Override
    protected void reset() {
        clear();
    }
}
