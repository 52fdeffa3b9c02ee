/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;

/** What a creature is called. */
public class Nickname extends PooledComponent {
    public String text = "";

    @Override
    protected void reset() {
        text = "";
    }
}
