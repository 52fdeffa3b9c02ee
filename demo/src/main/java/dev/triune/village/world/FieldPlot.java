/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A plot of the field: bare, growing or ripe. */
public final class FieldPlot {
    /** The time that grain needs to ripen, in ticks; it grows neither in storms nor in winter. */
    public static final int TICKS_TO_RIPEN = 10_000;

    /** The grain that a ripe plot yields. */
    public static final int YIELD = 6;

    private static final int BARE = -1;

    private final Point point;
    private int grown = BARE;

    /** Creates a bare plot. */
    public FieldPlot(Point point) {
        this.point = point;
    }

    /** Returns its position. */
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
     * Sows grain.
     *
     * @throws IllegalStateException if something grows here
     */
    public void sow() {
        if (!bare()) {
            throw new IllegalStateException("something grows at " + point);
        }
        grown = 0;
    }

    /** Reaps it; returns the yield, 0 if it is not ripe. */
    public int reap() {
        if (!ripe()) {
            return 0;
        }
        grown = BARE;
        return YIELD;
    }

    /** Returns the time that its grain has grown, in ticks; negative if it is bare. */
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
