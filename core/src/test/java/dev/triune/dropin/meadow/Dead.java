/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** The mark of the dead. */
public class Dead extends PooledComponent {

    @Override
    protected void reset() {}
}
