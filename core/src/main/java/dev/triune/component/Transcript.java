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

/** A conversation on an entity of its own, made by the library; a game only reads it. */
@Fluid(exclude = true)
public class Transcript extends PooledComponent {
    /** The agents that take part, in the order in which they joined. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag agents = new IntBag();

    /** The entities of players that take part. */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag bodies = new IntBag();

    /** The names of all players that take part, in the order in which they joined. */
    public final List<String> players = new ArrayList<>();

    /** The last lines, the oldest first. */
    public final List<Utterance> lines = new ArrayList<>();

    /** The line that is being said, as far as it has come; null if nobody speaks. */
    @Nullable
    public Utterance current;

    /** How many lines were said so far. */
    public long said;

    /** How many of them the last answer took into account. */
    public long answered;

    /** How many turns agents have taken since it began, or since a player spoke. */
    public int turns;

    /** The tick in which somebody last spoke, joined or was asked. */
    public long lastActivity;

    /** The steps that agents ordered in answer to somebody, as {@code who\tto whom\twhat}. */
    public final List<String> promises = new ArrayList<>();

    /** Whether rules settle it without a model. Not saved: it ends in the tick in which it begins. */
    public transient boolean settled;

    /** The entity that it is on; -1 until it is led. Not saved. */
    public transient int entity = -1;

    /** What the agent that speaks has said so far, as its model wrote it. Not saved. */
    public final transient StringBuilder raw = new StringBuilder();

    /** The agent that speaks; -1 if nobody does. Not saved. */
    public transient int speaker = -1;

    /** The request whose answer is being said. Not saved. */
    public transient long ticket;

    /** Whether anything was said since the last tick. Not saved. */
    public transient boolean grew;

    /** Whether the line is complete and only its addressee may follow. Not saved. */
    public transient boolean whole;

    /** Returns how many take part, players included. */
    public int size() {
        return agents.size() + players.size();
    }

    @Override
    protected void reset() {
        agents.clear();
        bodies.clear();
        players.clear();
        lines.clear();
        current = null;
        said = 0;
        answered = 0;
        turns = 0;
        lastActivity = 0;
        promises.clear();
        settled = false;
        entity = -1;
        raw.setLength(0);
        speaker = -1;
        ticket = 0;
        grew = false;
        whole = false;
    }
}
