/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import com.artemis.Component;

/** What a picker carries: a component of the game's own. */
public class Basket extends Component {
    public int apples; // in all
    public int picked; // by the current step
}
