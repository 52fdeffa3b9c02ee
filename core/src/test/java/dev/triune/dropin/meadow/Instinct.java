/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** The game's own simple wits, with their own dice. */
public class Instinct extends PooledComponent {
    public long dice;

    @Override
    protected void reset() {
        dice = 0;
    }
}
