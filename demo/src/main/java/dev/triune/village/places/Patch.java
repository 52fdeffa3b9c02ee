/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

/** Where a resource grows back as it is gathered. */
public final class Patch {
    private final Place place;
    private final Resource resource;
    private final int most;
    private final int ticksPerPiece;
    private final int pieces;
    private int left;

    /**
     * Full at first.
     *
     * @param most how many pieces it can hold
     * @param ticksPerPiece how long it takes until something has grown back
     * @param pieces how many pieces that are
     */
    public Patch(Place place, Resource resource, int most, int ticksPerPiece, int pieces) {
        this.place = place;
        this.resource = resource;
        this.most = most;
        this.ticksPerPiece = ticksPerPiece;
        this.pieces = pieces;
        this.left = most;
    }

    /** Lets it grow for a tick. */
    void grow(long tick) {
        if (tick % ticksPerPiece == 0) {
            left = Math.min(most, left + pieces);
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
