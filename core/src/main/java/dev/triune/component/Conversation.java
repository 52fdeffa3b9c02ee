/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation that an agent takes part in. */
@Fluid(exclude = true)
public class Conversation extends PooledComponent {
    /** Whether it is going on. */
    public boolean active;

    /**
     * The others. A world with Artemis's {@code EntityLinkManager} takes out those that are
     * deleted; in others the game keeps the list true.
     */
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

    /** Before this tick the agent talks with nobody of its own accord: it has just talked. */
    public long restsUntil = Mind.NEVER;

    /** Forgets the conversation, but not that the agent has just talked. */
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
        restsUntil = Mind.NEVER;
    }
}
