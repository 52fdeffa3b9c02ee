/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;

/** The place where an agent lives. */
@Fluid(exclude = true)
public class Home extends PooledComponent {
    /** A coordinate in the game's own units. */
    public float x;

    /** A coordinate in the game's own units. */
    public float y;

    @Override
    protected void reset() {
        x = 0;
        y = 0;
    }
}
