/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** What a creature carries. */
public class Load extends PooledComponent {
    public int wood;

    @Override
    protected void reset() {
        wood = 0;
    }
}
