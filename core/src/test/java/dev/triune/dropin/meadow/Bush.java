/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** A bush with berries. */
public class Bush extends PooledComponent {
    public int berries = 40;

    @Override
    protected void reset() {
        berries = 40;
    }
}
