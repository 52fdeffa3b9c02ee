/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A wolf. Its caller decides when it comes and where it goes. Game thread only. */
public final class Wolf {
    /** The distance below which villagers flee, in tiles. */
    public static final float FEAR_RADIUS = 6;

    /** The distance from which fleeing villagers feel safe again, in tiles. */
    public static final float SAFE_RADIUS = 9;

    private static final float SPEED = 0.14f;

    private boolean here;
    private float x;
    private float y;
    private long cameAt = -1;
    private int visits;

    /** Returns whether it is on the map. */
    public boolean isPresent() {
        return here;
    }

    /** Returns its position, if it is on the map. */
    public Point point() {
        return new Point(x, y);
    }

    /** Returns the distance to a spot, in tiles; twice the map size if it is not on the map. */
    public float distance(float toX, float toY) {
        return here ? point().distance(toX, toY) : 2 * Place.MAP_SIZE;
    }

    /** Returns the tick of its last arrival; negative before the first. */
    public long arrivalTick() {
        return cameAt;
    }

    /** Returns the number of its visits. */
    public int visits() {
        return visits;
    }

    /** Puts it on the map at a spot. */
    public void appear(float toX, float toY, long tick) {
        here = true;
        x = toX;
        y = toY;
        cameAt = tick;
        visits++;
    }

    /** Moves it a step towards a spot. */
    public void moveTowards(float toX, float toY) {
        float left = distance(toX, toY);
        if (left > SPEED) {
            x += (toX - x) / left * SPEED;
            y += (toY - y) / left * SPEED;
        }
    }

    /** Removes it from the map. */
    public void leave() {
        here = false;
    }

    /** Copies the state to another wolf. */
    void copyTo(Wolf other) {
        other.here = here;
        other.x = x;
        other.y = y;
        other.cameAt = cameAt;
        other.visits = visits;
    }
}
