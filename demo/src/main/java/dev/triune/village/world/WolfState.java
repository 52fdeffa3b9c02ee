/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** The state of a {@link Wolf} for saves. */
public final class WolfState {
    /** Whether it is on the map. */
    public boolean here;

    /** Its distance from the western edge, in tiles. */
    public float x;

    /** Its distance from the northern edge, in tiles. */
    public float y;

    /** The tick of its last arrival; negative before the first. */
    public long cameAt = -1;

    /** The number of its visits. */
    public int visits;

    WolfState copy() {
        WolfState copy = new WolfState();
        copy.here = here;
        copy.x = x;
        copy.y = y;
        copy.cameAt = cameAt;
        copy.visits = visits;
        return copy;
    }
}
