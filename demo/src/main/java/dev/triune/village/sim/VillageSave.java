/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.utils.IntBag;
import dev.triune.MindSave;
import dev.triune.village.world.Stock;
import dev.triune.village.world.VillageState;

/** What the save of a village holds besides its villagers. */
final class VillageSave extends MindSave {
    /** The village. */
    public VillageState village = new VillageState();

    /** The state of the dice. */
    public long dice;

    /** What villagers gave the player. */
    public Stock bag = new Stock();

    /** How many visits the stranger made. */
    public int visits;

    /** The checksum so far. */
    public long fingerprint;

    /** What is counted of conversations. */
    public long[] talk = {};

    /** The tick before which no meeting can be called. */
    public long nextMeeting;

    /** The stories, a line each. */
    public String[] stories = {};

    /** Routines so far. */
    public long routines;

    /** The building, by ordinal, for which each villager has a site reserved; negative for none. */
    public int[] siteBuildings = {};

    /** The number of that site. */
    public int[] siteNumbers = {};

    /** Where the watch last saw each villager move, and how hungry: three figures each. */
    public float[] watchTracks = {};

    /** Since when each is where it is, and the longest such time: two figures each. */
    public long[] watchTicks = {};

    /** For loaders. */
    @SuppressWarnings("unused")
    private VillageSave() {}

    VillageSave(IntBag villagers) {
        super(villagers);
    }
}
