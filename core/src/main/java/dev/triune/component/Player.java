/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;

/** Marks an entity as the body of a human player, to whom agents speak by name. */
@Fluid(exclude = true)
public class Player extends Component {
    /** The name that agents know. */
    public String name = "";
}
