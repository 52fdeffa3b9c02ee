/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import com.artemis.Component;

/** The basket of a picker: one of the game's own components. */
public class Basket extends Component {
    public int apples; // in all
    public int picked; // by the current step
}
