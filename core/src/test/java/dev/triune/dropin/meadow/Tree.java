/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** A tree with wood. */
public class Tree extends PooledComponent {
    public int wood = 60;

    @Override
    protected void reset() {
        wood = 60;
    }
}
