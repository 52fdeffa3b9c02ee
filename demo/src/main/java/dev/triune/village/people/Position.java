/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.Component;

/** A position on the map, in tiles. */
public class Position extends Component {
    /** The distance from the western edge. */
    public float x;

    /** The distance from the northern edge. */
    public float y;

    /** Returns the distance to a spot, in tiles. */
    public float distance(float otherX, float otherY) {
        float dx = otherX - x;
        float dy = otherY - y;
        return (float) Math.sqrt(dx * dx + dy * dy);
    }
}
