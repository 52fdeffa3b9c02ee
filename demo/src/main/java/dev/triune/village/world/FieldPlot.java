/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A piece of field: bare, growing or ripe. */
public final class FieldPlot {
    /** How long grain takes to ripen, in ticks without a storm. */
    public static final int TICKS_TO_RIPEN = 10_000;

    /** How much grain a ripe plot gives. */
    public static final int YIELD = 6;

    private static final int BARE = -1;

    private final Point point;
    private int grown = BARE;

    /** Bare. */
    public FieldPlot(Point point) {
        this.point = point;
    }

    /** Returns where it is. */
    public Point point() {
        return point;
    }

    /** Returns whether nothing grows here. */
    public boolean bare() {
        return grown == BARE;
    }

    /** Returns whether the grain can be reaped. */
    public boolean ripe() {
        return grown >= TICKS_TO_RIPEN;
    }

    /**
     * Sows it.
     *
     * @throws IllegalStateException if something grows here
     */
    public void sow() {
        if (!bare()) {
            throw new IllegalStateException("something grows at " + point);
        }
        grown = 0;
    }

    /** Reaps it: what it gives, nothing if it is not ripe. */
    public int reap() {
        if (!ripe()) {
            return 0;
        }
        grown = BARE;
        return YIELD;
    }

    /** Returns for how long it has grown, in ticks; negative if it is bare. */
    public int grown() {
        return grown;
    }

    void grow() {
        if (!bare() && !ripe()) {
            grown++;
        }
    }

    void restore(int ticks) {
        grown = ticks;
    }
}
