/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * A wolf that visits once in three days, out of the forest. Its caller decides where it goes. Game
 * thread only.
 */
public final class Wolf {
    /** How near it has to be for a villager to flee, in tiles. */
    public static final float FEAR_RADIUS = 6;

    /** How far a villager has to be to feel safe again, in tiles. */
    public static final float SAFE_RADIUS = 9;

    private static final float SPEED = 0.14f;

    private WolfState current = new WolfState();

    /** Returns whether it is on the map. */
    public boolean isPresent() {
        return current.here;
    }

    /** Returns where it is, if it is here. */
    public Point point() {
        return new Point(current.x, current.y);
    }

    /** Returns the distance to a spot, in tiles; beyond the map if it is not here. */
    public float distance(float x, float y) {
        if (!current.here) {
            return 2 * Place.MAP_SIZE;
        }
        float dx = x - current.x;
        float dy = y - current.y;
        return (float) Math.sqrt(dx * dx + dy * dy);
    }

    /** Returns the tick in which it last came; negative if it never did. */
    public long arrivalTick() {
        return current.cameAt;
    }

    /** Returns how often it came. */
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
