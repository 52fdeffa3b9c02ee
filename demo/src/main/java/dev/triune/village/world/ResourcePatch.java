/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A place where a resource grows back after it is gathered. */
public final class ResourcePatch {
    private final Place place;
    private final Resource resource;
    private final int capacity;
    private final int ticksPerPiece;
    private final int pieces;
    private int remaining;

    /**
     * Creates a full patch.
     *
     * @param most its capacity, in pieces
     * @param ticksPerPiece the ticks after which pieces grow back
     * @param pieces the number of pieces that grow back at a time
     */
    public ResourcePatch(Place place, Resource resource, int most, int ticksPerPiece, int pieces) {
        this.place = place;
        this.resource = resource;
        this.capacity = most;
        this.ticksPerPiece = ticksPerPiece;
        this.pieces = pieces;
        this.remaining = most;
    }

    /** Grows for a tick: berries by season, everything else at the same rate all year. */
    void grow(long tick, Calendar.Season season) {
        int ticks = resource == Resource.BERRIES
                ? ticksPerPiece * season.berryTime() / 100
                : ticksPerPiece;
        if (tick % ticks == 0) {
            remaining = Math.min(capacity, remaining + pieces);
        }
    }

    /** Returns its place. */
    public Place place() {
        return place;
    }

    /** Returns its resource. */
    public Resource resource() {
        return resource;
    }

    /** Returns the number of pieces left. */
    public int remaining() {
        return remaining;
    }

    void restore(int pieces) {
        remaining = pieces;
    }

    /** Removes a piece; returns false if none is left. */
    public boolean takeOne() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        return true;
    }
}
