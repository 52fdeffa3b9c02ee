/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.Component;

/** Needs of villagers that the library does not have. From 0 to 1, which is best. */
public class Body extends Component {
    /** From 0, parched, to 1, not thirsty. */
    public float water = 1;

    /** From 0, lonely, to 1, content. */
    public float company = 1;
}
