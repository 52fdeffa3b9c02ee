/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** How hungry a creature is. */
public class Hunger extends PooledComponent {
    /** 0 is full, 100 is starving. */
    public float points;

    @Override
    protected void reset() {
        points = 0;
    }
}
