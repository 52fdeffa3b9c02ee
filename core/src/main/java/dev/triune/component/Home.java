/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;

/** The place where an agent lives. */
@Fluid(exclude = true)
public class Home extends Component {
    /** A coordinate in the game's own units. */
    public float x;

    /** A coordinate in the game's own units. */
    public float y;
}
