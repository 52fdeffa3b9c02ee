/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;
import dev.triune.village.world.Stock;
import java.util.Arrays;

/** What makes an agent a villager. */
public class Villager extends PooledComponent {
    /** For how many pieces of work a new tool lasts. */
    public static final int TOOL_LASTS = 60;

    /** How many lessons a youngster takes until it has learnt a trade. */
    public static final int LESSONS = 12;

    /** Its number in the village, from 0. */
    public int number;

    /** What it does for a living. */
    public Trade trade = Trade.FARMER;

    /** What it is like most of all. */
    public Trait trait = Trait.WARM;

    /** What else it is like. */
    public Trait otherTrait = Trait.DILIGENT;

    /** How much it likes to talk: 0 hardly, 1 all day long. */
    public float extraversion = 0.5f;

    /** What it carries. */
    public final Stock carries = new Stock();

    /** For how many pieces of work its tool lasts; 0 if it is worn out. */
    public int tool = TOOL_LASTS;

    /** How many lessons it had in each trade, by ordinal. */
    public int[] lessons = new int[Trade.values().length];

    /** Until this tick it has had enough of talking. */
    public long talkedOutUntil;

    /** When it last had something to do. */
    public long busyAt;

    /** Whether it is ill. */
    public boolean ill;

    /** How many lines it has said. */
    public int linesSaid;

    /** Returns whether it is like that. */
    public boolean is(Trait which) {
        return trait == which || otherTrait == which;
    }

    @Override
    protected void reset() {
        number = 0;
        trade = Trade.FARMER;
        trait = Trait.WARM;
        otherTrait = Trait.DILIGENT;
        extraversion = 0.5f;
        carries.clear();
        tool = TOOL_LASTS;
        Arrays.fill(lessons, 0);
        talkedOutUntil = 0;
        busyAt = 0;
        ill = false;
        linesSaid = 0;
    }
}
