/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** How well a body is. */
public class Health extends PooledComponent {
    /** What is whole. */
    public static final int MAX = 20;

    /** Hit points; none left is death. */
    public int points = MAX;

    /** The share that is left, 0 to 1. */
    public float share() {
        return points / (float) MAX;
    }

    @Override
    protected void reset() {
        points = MAX;
    }
}
