/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.Component;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;

/** The properties of a villager. */
public class Villager extends Component {
    /** The pieces of work for which a new tool lasts. */
    public static final int TOOL_LASTS = 60;

    /** The health below which everybody sees that it is hurt. */
    public static final float HURT = 0.7f;

    /** The lessons that a youngster needs to learn a trade. */
    public static final int LESSONS = 12;

    /** The villager's number in the village, from 0. */
    public int number;

    /** The villager's trade. */
    public Trade trade = Trade.FARMER;

    /** The villager's main trait. */
    public Trait trait = Trait.WARM;

    /** The villager's second trait. */
    public Trait otherTrait = Trait.DILIGENT;

    /** The villager's talkativeness, 0 to 1. */
    public float extraversion = 0.5f;

    /** The goods it carries. */
    public final Stock carries = new Stock();

    /** The pieces of work for which its tool lasts; 0 if it is worn out. */
    public int tool = TOOL_LASTS;

    /** The lessons it had in each trade, by ordinal. */
    public int[] lessons = new int[Trade.values().length];

    /** What it gathered, reaped, baked and made in this season, by the ordinals of resources. */
    public int[] provided = new int[Resource.COUNT];

    /** What it provided in the season before, by the ordinals of resources. */
    public int[] lastSeason = new int[Resource.COUNT];

    /** What it has provided since it came to the village, by the ordinals of resources. */
    public int[] lifetime = new int[Resource.COUNT];

    /** The tick until which it begins and joins no conversation. */
    public long talkedOutUntil;

    /** The tick in which it was last busy. */
    public long busyAt;

    /** Whether it is ill. */
    public boolean ill;

    /** The number of lines it has said. */
    public int linesSaid;

    /** Returns whether it has a trait. */
    public boolean is(Trait which) {
        return trait == which || otherTrait == which;
    }
}
