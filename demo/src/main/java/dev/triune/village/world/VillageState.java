/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

/**
 * The state of a {@link Village} for saves. Reservations are not included: each builder saves its
 * own.
 */
public final class VillageState {
    /** The current tick. */
    public long tick;

    /** The common stock. */
    public Stock store = new Stock();

    /** The pieces left on each patch, in the order of the resources. */
    public int[] left = {};

    /** The ordinals of the finished buildings, in the order in which they were built. */
    public int[] buildings = {};

    /** The site number of each of them. */
    public int[] numbers = {};

    /** The fuel of each fire, in the order in which they were built. */
    public int[] fuel = {};

    /**
     * The time that grain has grown on each plot, in ticks, in the order in which they were built.
     */
    public int[] grown = {};

    /** The wolf. */
    public Wolf wolf = new Wolf();

    /** The number of newcomers. */
    public int newcomers;

    /** The number of changes of each kind, by ordinal. */
    public long[] chronicle = {};

    /**
     * The work done on each unfinished site, by building and number, in ticks; negative if it needs
     * material.
     */
    public int[][] work = new int[Building.values().length][Building.MAX_SITES];
}
