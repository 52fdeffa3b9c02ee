/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.Locale;

/** The goods that can be carried and stored. */
public enum Resource {
    /** For fires and buildings. */
    WOOD,
    /** For buildings. */
    STONE,
    /** Food, raw. */
    BERRIES,
    /** For bread, and for the next sowing. */
    GRAIN,
    /** For bread, and to drink. */
    WATER,
    /** Food, baked from grain and water: as filling as four berries. */
    BREAD,
    /** For work with wood, stone and grain; wears out. */
    TOOL;

    private static final Resource[] ALL = values();

    /** The number of resources. */
    public static final int COUNT = 7;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns its name as prompts and plans use it. */
    public String label() {
        return label;
    }

    /** Returns how people got it, with its name behind a number or a comparative. */
    public String obtained(Object amount) {
        return switch (this) {
            case BREAD -> "baked " + amount + " bread";
            case GRAIN -> "reaped " + amount + " grain";
            case TOOL -> "made " + amount + " tools";
            case WOOD, STONE, BERRIES, WATER -> "gathered " + amount + " " + label;
        };
    }

    /** Returns the value of a piece, in berries. */
    public int worth() {
        return switch (this) {
            case BERRIES, WATER -> 1;
            case WOOD, GRAIN -> 2;
            case STONE -> 3;
            case BREAD -> 4;
            case TOOL -> 8;
        };
    }

    /** Returns the names of all resources. */
    public static String[] labels() {
        return Arrays.stream(values()).map(Resource::label).toArray(String[]::new);
    }

    /** Returns the resource with a name in lower case. */
    public static Resource named(String label) {
        for (Resource resource : ALL) {
            if (resource.label.equals(label)) {
                return resource;
            }
        }
        throw new IllegalArgumentException("no resource is called " + label);
    }
}
