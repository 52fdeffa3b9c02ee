/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent's part in a conversation. */
@Fluid(exclude = true)
public class Conversation extends PooledComponent {
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

    /** Whether it is the agent's turn to say something, in a conversation with a transcript. */
    public boolean hasFloor;

    /** Whether a player waits for the agent's answer. */
    public boolean playerWaits;

    /** Whether the agent has passed since somebody else last spoke. */
    public boolean passed;

    /** Whether others were near when the agent joined, so that walking away ends its part. */
    public boolean near;

    /** The tick in which the agent last spoke or joined. */
    public long waitingSince;

    /** The number of lines when the agent was last asked for an answer. */
    public long prompted;

    /** The number of failed answers in a row. */
    public int failures;

    /** The number of answers in a row that passed over the first player who waits. */
    public int passedOver;

    /** The tick before which no second request for a player's line is made. */
    public long retryAt;

    /**
     * The lines that the agent has yet to answer, the last of each speaker; those of players first.
     */
    public final List<Utterance> owed = new NonNullList<>();

    /** The conversation itself, if the library leads it. Not saved. */
    @Nullable
    public transient Transcript transcript;

    /** The request whose answer began when there was nobody to hear it. Not saved. */
    public transient long unheard;

    /** The recent partners; see {@link #restsFrom}. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.SKIP)
    public final IntBag met = new IntBag(1);

    /**
     * The ticks from which on the agent may begin another conversation with each recent partner;
     * empty until there is one.
     */
    public long[] metUntil = NO_TICKS;

    /** The tick in which the agent last said or heard a line that was said without a model. */
    public long barkAt = Mind.NEVER;

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
        hasFloor = false;
        playerWaits = false;
        passed = false;
        near = false;
        waitingSince = 0;
        prompted = 0;
        failures = 0;
        passedOver = 0;
        retryAt = 0;
        owed.clear();
        transcript = null;
    }

    @Override
    protected void reset() {
        leave();
        unheard = 0;
        partners.clear();
        met.clear();
        metUntil = NO_TICKS;
        restsUntil = Mind.NEVER;
        barkAt = Mind.NEVER;
    }
}
