/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** A wolf, with its own dice. */
public class Wolf extends PooledComponent {
    public long dice;
    public int bitten;

    @Override
    protected void reset() {
        dice = 0;
        bitten = 0;
    }
}
