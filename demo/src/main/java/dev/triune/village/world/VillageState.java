/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * What a {@link Village} holds, as plain figures that can be saved. Reservations are not in it: they
 * belong to those who build.
 */
public final class VillageState {
    /** The tick that it is. */
    public long tick;

    /** The common stock. */
    public Stock store = new Stock();

    /** The pieces left on each patch, in the order of the resources. */
    public int[] left = {};

    /** What stands, by ordinal, in the order in which it was built. */
    public int[] buildings = {};

    /** The number of the site of each. */
    public int[] numbers = {};

    /** The fuel of each fire, in the order in which they were built. */
    public int[] fuel = {};

    /** For how long grain has grown on each plot, in the order in which they were laid out. */
    public int[] grown = {};

    /** The wolf. */
    public WolfState wolf = new WolfState();

    /** How many came to live here. */
    public int newcomers;

    /** How often there was each kind of change, by ordinal. */
    public long[] chronicle = {};

    /** The work done on each site that is not built on, by building and number, in ticks; negative if it needs material. */
    public int[][] work = new int[Building.values().length][Building.MAX_SITES];
}
