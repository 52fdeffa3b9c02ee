/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

/** Where a resource grows back as it is gathered. */
public final class Patch {
    private final Place place;
    private final Resource resource;
    private final int most;
    private final int ticksPerPiece;
    private int left;

    /**
     * Full at first.
     *
     * @param most how many pieces it can hold
     * @param ticksPerPiece how long one takes to grow back
     */
    public Patch(Place place, Resource resource, int most, int ticksPerPiece) {
        this.place = place;
        this.resource = resource;
        this.most = most;
        this.ticksPerPiece = ticksPerPiece;
        this.left = most;
    }

    /** Lets it grow for a tick. */
    void grow(long tick) {
        if (left < most && tick % ticksPerPiece == 0) {
            left++;
        }
    }

    /** Where it is. */
    public Place place() {
        return place;
    }

    /** What grows here. */
    public Resource resource() {
        return resource;
    }

    /** How many pieces are there now. */
    public int left() {
        return left;
    }

    void restore(int pieces) {
        left = pieces;
    }

    /** Takes one piece if there is one. */
    public boolean takeOne() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
}
