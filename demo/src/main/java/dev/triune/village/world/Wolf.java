/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/** A wolf. Its caller decides when it comes and where it goes. Game thread only. */
public final class Wolf {
    /** The distance below which villagers flee, in tiles. */
    public static final float FEAR_RADIUS = 6;

    /** The distance from which fleeing villagers feel safe again, in tiles. */
    public static final float SAFE_RADIUS = 9;

    private static final float SPEED = 0.14f;

    private WolfState current = new WolfState();

    /** Returns whether it is on the map. */
    public boolean isPresent() {
        return current.here;
    }

    /** Returns its position, if it is on the map. */
    public Point point() {
        return new Point(current.x, current.y);
    }

    /** Returns the distance to a spot, in tiles; twice the map size if it is not on the map. */
    public float distance(float x, float y) {
        if (!current.here) {
            return 2 * Place.MAP_SIZE;
        }
        float dx = x - current.x;
        float dy = y - current.y;
        return (float) Math.sqrt(dx * dx + dy * dy);
    }

    /** Returns the tick of its last arrival; negative before the first. */
    public long arrivalTick() {
        return current.cameAt;
    }

    /** Returns the number of its visits. */
    public int visits() {
        return current.visits;
    }

    /** Puts it on the map at a spot. */
    public void appear(float x, float y, long tick) {
        current.here = true;
        current.x = x;
        current.y = y;
        current.cameAt = tick;
        current.visits++;
    }

    /** Moves it a step towards a spot. */
    public void moveTowards(float x, float y) {
        float left = distance(x, y);
        if (left > SPEED) {
            current.x += (x - current.x) / left * SPEED;
            current.y += (y - current.y) / left * SPEED;
        }
    }

    /** Removes it from the map. */
    public void leave() {
        current.here = false;
    }

    WolfState state() {
        return current.copy();
    }

    void restore(WolfState state) {
        current = state.copy();
    }
}
