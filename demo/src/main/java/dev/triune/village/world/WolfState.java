/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** The state of a {@link Wolf} as plain figures that can be saved. */
public final class WolfState {
    /** Whether it is on the map. */
    public boolean here;

    /** Where it is, from the west. */
    public float x;

    /** Where it is, from the north. */
    public float y;

    /** The tick in which it last came; negative if it never did. */
    public long cameAt = -1;

    /** How often it came. */
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
