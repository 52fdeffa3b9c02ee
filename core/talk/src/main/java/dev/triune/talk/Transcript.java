/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Component;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.talk.ConversationListener.ConversationEffect.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation, on its own entity, created by the library; a game only reads it. */
@Fluid(exclude = true)
public final class Transcript extends Component {
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

    /** The last 16 lines, the oldest first; up to 64 while players wait for answers to them. */
    public final List<Utterance> lines = new ArrayList<>();

    /** The line that is being said, so far; null if nobody speaks. */
    @Nullable
    public Utterance current;

    /** The number of lines said so far. */
    public long said;

    /** The number of lines that the last answer took into account. */
    long answered;

    /** The number of agents' turns since the beginning, or since a player spoke. */
    public int turns;

    /**
     * The place in {@link #agents} of the one whose turn it was last, whether it spoke or passed; an
     * answer to a player is no turn. -1 before the first; one less if that agent left.
     */
    public int place = -1;

    /** The tick in which somebody last spoke, joined or was asked. */
    long lastActivity;

    /** The steps that agents ordered in answer to somebody, as {@code who\tto whom\twhat}. */
    final List<String> promises = new ArrayList<>();

    /** What answers promise whose words are still to come. Not saved. */
    private final transient List<Ordered> ordered = new ArrayList<>();

    /** Whether the speaker ends the talk with its current line. Not saved. */
    transient boolean ending;

    /** Whether the conversation has ended, so that its entity is deleted with the next tick. */
    boolean ended;

    /** Whether rules settle this conversation without a model, within one tick. Not saved. */
    public transient boolean settled;

    /** The entity of this component; -1 until the library sets it. Not saved. */
    transient int entity = -1;

    /** The current line so far, as the model wrote it. Not saved. */
    final transient StringBuilder raw = new StringBuilder();

    /** The tick in which a player last typed; before all time if none did. Not saved. */
    transient long typedAt = Mind.NEVER;

    /** The agent that speaks; -1 if nobody does. Not saved. */
    transient int speaker = -1;

    /** The request whose answer is being said. Not saved. */
    transient long ticket;

    /** The last request whose words were said. Not saved. */
    transient long saidBy;

    /** Whether the current line grew since the last tick. Not saved. */
    transient boolean grew;

    /** Whether the line is complete and only its addressee may follow. Not saved. */
    transient boolean whole;

    /** Returns what agents promised so far: the steps that they ordered in answer, and words. */
    public List<Promise> promises() {
        List<Promise> all = new ArrayList<>(promises.size() / 3);
        for (int i = 0; i + 2 < promises.size(); i += 3) {
            all.add(new Promise(promises.get(i), promises.get(i + 1), promises.get(i + 2)));
        }
        return all;
    }

    /** Notes what an answer promises before its words. */
    void order(long request, String what) {
        ordered.add(new Ordered(request, what));
    }

    /** Returns what the answer to a request promised before its words, once; nothing of another. */
    List<String> takeOrdered(long request) {
        List<String> taken = ordered.stream()
                .filter(each -> each.request == request)
                .map(Ordered::what)
                .toList();
        ordered.removeIf(each -> each.request == request);
        return taken;
    }

    private record Ordered(long request, String what) {}

    /** Removes the agent at an index; the turn passes to the one behind it. */
    void removeAgent(int index) {
        for (int i = index; i + 1 < agents.size(); i++) { // a bag would move its last one there
            agents.set(i, agents.get(i + 1));
        }
        agents.setSize(agents.size() - 1);
        place -= index <= place ? 1 : 0;
    }

    /** Returns the number of participants, players included. */
    public int size() {
        return agents.size() + players.size();
    }
}
