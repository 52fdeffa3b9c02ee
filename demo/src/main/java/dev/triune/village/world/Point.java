/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * A spot on the map, in tiles.
 *
 * @param x 0 to 48, from the west
 * @param y 0 to 48, from the north
 */
public record Point(float x, float y) {
    /** Returns the distance to another spot, in tiles. */
    public float distance(float otherX, float otherY) {
        float dx = otherX - x;
        float dy = otherY - y;
        return (float) Math.sqrt(dx * dx + dy * dy);
    }
}
