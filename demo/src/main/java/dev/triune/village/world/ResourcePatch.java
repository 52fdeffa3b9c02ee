/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** Where a resource grows back as it is gathered. */
public final class ResourcePatch {
    private final Place place;
    private final Resource resource;
    private final int capacity;
    private final int ticksPerPiece;
    private final int pieces;
    private int remaining;

    /**
     * Full at first.
     *
     * @param most how many pieces it can hold
     * @param ticksPerPiece how long it takes until something has grown back
     * @param pieces how many pieces that are
     */
    public ResourcePatch(Place place, Resource resource, int most, int ticksPerPiece, int pieces) {
        this.place = place;
        this.resource = resource;
        this.capacity = most;
        this.ticksPerPiece = ticksPerPiece;
        this.pieces = pieces;
        this.remaining = most;
    }

    /** Lets it grow for a tick: berries according to the season, the rest all year. */
    void grow(long tick, Calendar.Season season) {
        int ticks = resource == Resource.BERRIES
                ? ticksPerPiece * season.berryTime() / 100
                : ticksPerPiece;
        if (tick % ticks == 0) {
            remaining = Math.min(capacity, remaining + pieces);
        }
    }

    /** Returns where it is. */
    public Place place() {
        return place;
    }

    /** Returns what grows here. */
    public Resource resource() {
        return resource;
    }

    /** Returns how many pieces are there now. */
    public int remaining() {
        return remaining;
    }

    void restore(int pieces) {
        remaining = pieces;
    }

    /** Takes one piece if there is one. */
    public boolean takeOne() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        return true;
    }
}
