/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;
import dev.triune.village.world.Stock;

/** What makes an agent a villager. */
public class Villager extends PooledComponent {
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
        talkedOutUntil = 0;
        busyAt = 0;
        ill = false;
        linesSaid = 0;
    }
}
