/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import java.util.Arrays;

/**
 * An agent's part in a conversation, as the minds read it. The library's conversations keep it; a
 * game with its own sets it.
 */
@Fluid(exclude = true)
public class Conversation extends Component {
    /** The number of recent partners that an agent remembers. */
    public static final int MET_LIMIT = 8;

    private static final long[] NO_TICKS = {};

    /** Whether the agent takes part in a conversation now. */
    public boolean active;

    /** The other participants. Deleted agents and players are removed. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag partners = new IntBag(1);

    /** The number of turns taken so far, by any participant. */
    public int turns;

    /** Whether a module leads the conversation, and gives the floor to one at a time. Not saved. */
    public transient boolean led;

    /** Whether it is the agent's turn to say something, in a conversation that is {@link #led}. */
    public boolean hasFloor;

    /** Whether a player waits for the agent's answer. */
    public boolean playerWaits;

    /** The recent partners; see {@link #restsFrom}. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.SKIP)
    public final IntBag met = new IntBag(1);

    /**
     * The ticks from which on the agent may begin another conversation with each recent partner;
     * empty until there is one.
     */
    public long[] metUntil = NO_TICKS;

    /** The tick from which on the agent may begin a conversation with anybody else. */
    public long restsUntil = Mind.NEVER;

    /**
     * Whether the agent does not begin a conversation with another, because they have just talked.
     */
    public boolean restsFrom(int other, long tick) {
        return tick < restsUntil || tick < restsUntil(other);
    }

    /**
     * Returns the tick in which the rest from another ends; {@link Mind#NEVER} if there is none.
     */
    public long restsUntil(int other) {
        int place = met.indexOf(other);
        return place < 0 ? Mind.NEVER : metUntil[place];
    }

    /** Notes a talk with another; if there are too many, the oldest partner is forgotten. */
    public void restFrom(int other, long until) {
        int place = 0;
        for (int i = 0; i < met.size(); i++) {
            if (met.get(i) == other) {
                metUntil[i] = until;
                return;
            }
            place = metUntil[i] < metUntil[place] ? i : place;
        }
        place = met.size() < MET_LIMIT ? met.size() : place;
        if (place >= metUntil.length) {
            metUntil = Arrays.copyOf(metUntil, MET_LIMIT);
        }
        met.set(place, other);
        metUntil[place] = until;
    }

    /** Forgets the conversation, but not the recent partners. */
    public void leave() {
        active = false;
        partners.setSize(0);
        turns = 0;
        led = false;
        hasFloor = false;
        playerWaits = false;
    }
}
