/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A campfire: it burns while it has fuel and warms those near it. */
public final class Campfire {
    /** The radius in which it warms, in tiles. */
    public static final float WARMTH_RADIUS = 3;

    /** The time that one piece of wood burns, in ticks. */
    public static final int TICKS_PER_WOOD = 500;

    /** The maximum fuel, in ticks. */
    public static final int MAX_FUEL = 20 * TICKS_PER_WOOD;

    private final Point point;
    private int fuel;

    /** Creates a fire that does not burn. */
    public Campfire(Point point) {
        this.point = point;
    }

    /** Returns its position. */
    public Point point() {
        return point;
    }

    /** Adds wood, which lights it. */
    public void feed(int wood) {
        fuel = Math.min(MAX_FUEL, fuel + wood * TICKS_PER_WOOD);
    }

    /** Returns whether it burns. */
    public boolean burning() {
        return fuel > 0;
    }

    /** Returns the remaining fuel, in ticks. */
    public int fuel() {
        return fuel;
    }

    /** Sets the fuel, in ticks. */
    public void restore(int ticks) {
        fuel = ticks;
    }

    void burn() {
        if (fuel > 0) {
            fuel--;
        }
    }
}
