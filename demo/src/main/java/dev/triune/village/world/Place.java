/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;

/** The places that all villagers know, on a map of 48 by 48 tiles. */
public enum Place {
    /** The place of the campfire, where people meet. */
    SQUARE("square", 24, 24),
    /** The place of the common stock. */
    STOREHOUSE("storehouse", 28, 22),
    /** Wood grows here. */
    FOREST("forest", 8, 12),
    /** Berries grow here. */
    BERRIES("berry patch", 38, 10),
    /** Stone is broken here. */
    QUARRY("quarry", 42, 36),
    /** Cool water. */
    RIVER("river", 22, 42),
    /** The place where grain is sown and reaped. */
    FIELD("field", 12, 32);

    /** The width and height of the map, in tiles. */
    public static final int MAP_SIZE = 48;

    private final String label;
    private final float x;
    private final float y;

    Place(String label, float x, float y) {
        this.label = label;
        this.x = x;
        this.y = y;
    }

    /** Returns its name as prompts and plans use it. */
    public String label() {
        return label;
    }

    /** Returns its position. */
    public Point point() {
        return new Point(x, y);
    }

    /** Returns its distance from the western edge, in tiles. */
    public float x() {
        return x;
    }

    /** Returns its distance from the northern edge, in tiles. */
    public float y() {
        return y;
    }

    /** Returns the names of all places. */
    public static String[] labels() {
        return Arrays.stream(values()).map(Place::label).toArray(String[]::new);
    }

    /** Returns the place with a name; the square if there is none. */
    public static Place named(String label) {
        for (Place place : values()) {
            if (place.label.equals(label)) {
                return place;
            }
        }
        return SQUARE;
    }
}
