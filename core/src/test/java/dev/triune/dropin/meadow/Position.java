/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** Where something is, in paces. */
public class Position extends PooledComponent {
    public float x;
    public float y;

    @Override
    protected void reset() {
        x = 0;
        y = 0;
    }
}
