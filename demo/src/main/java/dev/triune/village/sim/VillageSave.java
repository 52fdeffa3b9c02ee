/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.utils.IntBag;
import dev.triune.system.MindSave;
import dev.triune.village.world.Stock;
import dev.triune.village.world.VillageState;

/** The parts of a village's save in addition to its villagers. */
final class VillageSave extends MindSave {
    /** The village. */
    public VillageState village = new VillageState();

    /** The state of the random generator. */
    public long dice;

    /** The gifts of villagers to the player. */
    public Stock bag = new Stock();

    /** The number of visits that the stranger made. */
    public int visits;

    /** The checksum so far. */
    public long fingerprint;

    /** The statistics of conversations. */
    public long[] talk = {};

    /** The tick before which no meeting can be called. */
    public long nextMeeting;

    /** The stories, a line each. */
    public String[] stories = {};

    /** The number of routines started. */
    public long routines;

    /** The building, by ordinal, for which each villager has a site reserved; negative for none. */
    public int[] siteBuildings = {};

    /** The number of that site. */
    public int[] siteNumbers = {};

    /** The buildings that stood when goals were last looked at, by ordinal. */
    public int[] built = {};

    /** The last position and hunger of each villager in the stuck detector: three figures each. */
    public float[] watchTracks = {};

    /**
     * The time of each villager's last progress, and its longest time without: two figures each.
     */
    public long[] watchTicks = {};

    /** Creates an empty save, for loading. */
    @SuppressWarnings("unused")
    private VillageSave() {}

    VillageSave(IntBag villagers) {
        super(villagers);
    }
}
