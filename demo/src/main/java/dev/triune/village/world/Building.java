/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.Locale;

/** The kinds of buildings, with their cost and their largest number. */
public enum Building {
    /** Two more warm beds. */
    HOME(14, 8, 8),
    /** One more fire. */
    CAMPFIRE(8, 4, 3),
    /** Room for as much again of everything. */
    STOREHOUSE(18, 12, 3),
    /** One more plot for grain. */
    FIELD(6, 0, 6),
    /** Bread for everybody; at a fire only half as much comes of the same grain. */
    BAKERY(10, 16, 2),
    /** Water at the square; once is enough. */
    WELL(6, 18, 1);

    /** The most that there can be of any. */
    static final int MAX_SITES = 8;

    private final int wood;
    private final int stone;
    private final int limit;

    Building(int wood, int stone, int cap) {
        this.wood = wood;
        this.stone = stone;
        this.limit = cap;
    }

    /** Returns its name in the words of the village. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the wood that it takes. */
    public int wood() {
        return wood;
    }

    /** Returns the stone that it takes. */
    public int stone() {
        return stone;
    }

    /** Returns how long it takes one villager to build, in ticks. */
    public int ticks() {
        return 40 * (wood + stone);
    }

    /** Returns how many there can be, those under construction included. */
    public int limit() {
        return limit;
    }

    /** Returns the names of all buildings. */
    public static String[] labels() {
        return Arrays.stream(values()).map(Building::label).toArray(String[]::new);
    }

    /** Returns the building of that name, in lower case. */
    public static Building named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
