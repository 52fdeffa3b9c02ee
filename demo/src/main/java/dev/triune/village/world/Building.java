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
    WELL(6, 18, 1),
    /** A roof for those who trade: the first work of the whole village, which takes days. */
    MARKET(24, 12),
    /** Grinds the grain. */
    MILL(30, 30),
    /** Leads over the river. */
    BRIDGE(48, 24),
    /** From it a wolf is seen early. */
    TOWER(24, 48),
    /** Warm water for everybody. */
    BATHHOUSE(40, 40),
    /** Room for everybody at one table. */
    HALL(54, 54);

    /** The most that there can be of any. */
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

    /** A project of the whole village. */
    Building(int wood, int stone) {
        this(wood, stone, 1, true);
    }

    Building(int wood, int stone, int cap, boolean project) {
        this.wood = wood;
        this.stone = stone;
        this.limit = cap;
        this.project = project;
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

    /** Returns the wood that a repair takes. */
    public int repairWood() {
        return wood / REPAIR_SHARE;
    }

    /** Returns the stone that a repair takes. */
    public int repairStone() {
        return stone / REPAIR_SHARE;
    }

    /** Returns how long it takes one villager to build, in ticks. */
    public int ticks() {
        return (project ? PROJECT_TICKS_PER_PIECE : TICKS_PER_PIECE) * (wood + stone);
    }

    /** Returns whether it takes days, so that many have a share in it, shift by shift. */
    public boolean isProject() {
        return project;
    }

    /** Returns whether it falls into disrepair: what people live and work in, and no more. */
    boolean wears() {
        return this != CAMPFIRE && this != STOREHOUSE && this != FIELD;
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
