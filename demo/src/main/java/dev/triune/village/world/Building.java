/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.Locale;

/**
 * The kinds of buildings, with their cost and maximum number. Projects have no effect once they
 * stand.
 */
public enum Building {
    /** A warm place to sleep. */
    HOME(14, 8, 8),
    /** A fire to get warm at. */
    CAMPFIRE(8, 4, 3),
    /** Storage for the common stock. */
    STOREHOUSE(18, 12, 3),
    /** A plot for grain. */
    FIELD(6, 0, 6),
    /** Bakes twice as much bread from the same grain as a fire. */
    BAKERY(10, 16, 2),
    /** Water near the square. */
    WELL(6, 18, 1),
    /** A roof for traders; the first project. */
    MARKET(24, 12),
    /** A mill for grain. */
    MILL(30, 30),
    /** Crosses the river. */
    BRIDGE(48, 24),
    /** A lookout over the village. */
    TOWER(24, 48),
    /** Warm baths. */
    BATHHOUSE(40, 40),
    /** A hall for the whole village. */
    HALL(54, 54);

    /** The maximum number of sites of any kind. */
    static final int MAX_SITES = 8;

    private static final int REPAIR_SHARE = 4;
    private static final int TICKS_PER_PIECE = 40;
    private static final int PROJECT_TICKS_PER_PIECE = 3_300;

    private final int wood;
    private final int stone;
    private final int limit;
    private final boolean project;

    Building(int wood, int stone, int cap) {
        this(wood, stone, cap, false);
    }

    /** Creates a project of the whole village. */
    Building(int wood, int stone) {
        this(wood, stone, 1, true);
    }

    Building(int wood, int stone, int cap, boolean project) {
        this.wood = wood;
        this.stone = stone;
        this.limit = cap;
        this.project = project;
    }

    /** Returns its name as prompts and plans use it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the wood needed to build it. */
    public int wood() {
        return wood;
    }

    /** Returns the stone needed to build it. */
    public int stone() {
        return stone;
    }

    /** Returns the wood needed to repair it. */
    public int repairWood() {
        return wood / REPAIR_SHARE;
    }

    /** Returns the stone needed to repair it. */
    public int repairStone() {
        return stone / REPAIR_SHARE;
    }

    /** Returns the time that one villager needs to build it, in ticks. */
    public int ticks() {
        return (project ? PROJECT_TICKS_PER_PIECE : TICKS_PER_PIECE) * (wood + stone);
    }

    /** Returns whether it takes days, so that villagers build it in shifts. */
    public boolean isProject() {
        return project;
    }

    /** Returns whether it falls into disrepair: all except fires, storehouses and fields. */
    boolean wears() {
        return this != CAMPFIRE && this != STOREHOUSE && this != FIELD;
    }

    /** Returns the maximum number of them, including those under construction. */
    public int limit() {
        return limit;
    }

    /** Returns the names of all buildings. */
    public static String[] labels() {
        return Arrays.stream(values()).map(Building::label).toArray(String[]::new);
    }

    /** Returns the building with a name in lower case. */
    public static Building named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
