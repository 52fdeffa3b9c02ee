/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

/**
 * A wolf that visits once in three days, out of the forest. Where it goes is decided by whoever
 * knows where the villagers are. Game thread only.
 */
public final class Wolf {
    /** How near it has to be for a villager to flee, in tiles. */
    public static final float FEARED = 6;

    /** How far a villager has to be to feel safe again, in tiles. */
    public static final float SAFE = 9;

    private static final float PACE = 0.14f;

    private WolfState now = new WolfState();

    /** Whether it is on the map. */
    public boolean here() {
        return now.here;
    }

    /** Where it is, if it is here. */
    public Point point() {
        return new Point(now.x, now.y);
    }

    /** The distance to a spot, in tiles; beyond the map if it is not here. */
    public float distance(float x, float y) {
        if (!now.here) {
            return 2 * Place.MAP_SIZE;
        }
        float dx = x - now.x;
        float dy = y - now.y;
        return (float) Math.sqrt(dx * dx + dy * dy);
    }

    /** The tick in which it last came; negative if it never did. */
    public long cameAt() {
        return now.cameAt;
    }

    /** How often it came. */
    public int visits() {
        return now.visits;
    }

    /** It comes out of the trees at a spot. */
    public void come(float x, float y, long tick) {
        now.here = true;
        now.x = x;
        now.y = y;
        now.cameAt = tick;
        now.visits++;
    }

    /** It takes a step towards a spot. */
    public void stalk(float x, float y) {
        float left = distance(x, y);
        if (left > PACE) {
            now.x += (x - now.x) / left * PACE;
            now.y += (y - now.y) / left * PACE;
        }
    }

    /** It goes back where it came from. */
    public void leave() {
        now.here = false;
    }

    WolfState state() {
        return now.copy();
    }

    void restore(WolfState state) {
        now = state.copy();
    }
}
