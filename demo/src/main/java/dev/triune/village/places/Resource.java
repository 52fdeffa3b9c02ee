/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

import java.util.Arrays;
import java.util.Locale;

/** What can be carried and stored. */
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
    /** Food, baked of grain and water: worth four berries. */
    BREAD;

    /** How many there are. */
    public static final int COUNT = 6;

    /** Its name in the words of the village. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The names of all resources. */
    public static String[] labels() {
        return Arrays.stream(values()).map(Resource::label).toArray(String[]::new);
    }

    /** The resource of that name, in lower case. */
    public static Resource named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
