/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation that an agent takes part in. */
@Fluid(exclude = true)
public class Conversation extends PooledComponent {
    /** How many others it keeps in mind after it has talked with them. */
    public static final int MET_LIMIT = 8;

    /** Whether it is going on. */
    public boolean active;

    /** The others; who is deleted leaves if the world has Artemis's {@code EntityLinkManager}. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag partners = new IntBag();

    /** How many turns were taken so far, by anybody. */
    public int turns;

    /** Whether it is the agent's turn to say something, in a conversation with a transcript. */
    public boolean hasFloor;

    /** Whether a player waits for its answer. */
    public boolean playerWaits;

    /** Whether it had nothing to say since somebody else last spoke. */
    public boolean passed;

    /** Whether others were near when it joined, so that walking away ends it. */
    public boolean near;

    /** The tick in which it last spoke or joined. */
    public long waitingSince;

    /** How many lines there were when it was last asked for an answer. */
    public long prompted;

    /** Answers in a row that failed. */
    public int failures;

    /** A player's line is not asked about again before this tick. */
    public long retryAt;

    /** What it owes an answer to, the last line of each speaker; those of players first. */
    public final List<Utterance> owed = new ArrayList<>();

    /** The conversation itself, where {@code MindPlugin.conversations} leads it. Not saved. */
    @Nullable
    public transient Transcript transcript;

    /** Whom it has talked with of late; see {@link #restsFrom}. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.SKIP)
    public final IntBag met = new IntBag(4);

    /** The tick from which on it may begin another conversation with each of them. */
    public long[] metUntil = new long[MET_LIMIT];

    /** The tick in which it last said or heard a line that was said again without a model. */
    public long barkAt = Mind.NEVER;

    /** The tick from which on it may begin a conversation with anybody else. */
    public long restsUntil = Mind.NEVER;

    /** Whether an agent that has just talked leaves another alone, of its own accord. */
    public boolean restsFrom(int other, long tick) {
        return tick < restsUntil || tick < restsUntil(other);
    }

    /** Returns when its rest from another ends; {@link Mind#NEVER} if it remembers no talk with it. */
    public long restsUntil(int other) {
        int place = met.indexOf(other);
        return place < 0 ? Mind.NEVER : metUntil[place];
    }

    /** Notes that it has talked with another; of too many, the one met first is forgotten. */
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
        met.set(place, other);
        metUntil[place] = until;
    }

    /** Forgets the conversation, but not whom the agent has just talked with. */
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
        retryAt = 0;
        owed.clear();
        transcript = null;
    }

    @Override
    protected void reset() {
        leave();
        partners.clear();
        met.clear();
        Arrays.fill(metUntil, 0);
        restsUntil = Mind.NEVER;
        barkAt = Mind.NEVER;
    }
}
