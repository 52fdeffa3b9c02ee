/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What conversations keep of an agent besides its {@link Conversation}. Public so that Artemis can
 * create it; a game neither reads nor writes it.
 */
@Fluid(exclude = true)
public final class TalkState extends Component {
    /** Whether the agent has passed since somebody else last spoke. */
    boolean passed;

    /** Whether others were near when the agent joined, so that walking away ends its part. */
    boolean near;

    /** The tick in which the agent last spoke or joined. */
    long waitingSince;

    /** The number of lines when the agent was last asked for an answer. */
    long prompted;

    /** The number of failed answers in a row. */
    int failures;

    /** The number of answers in a row whose words were dropped. */
    int drops;

    /** The number of answers in a row that passed over the first player who waits. */
    int passedOver;

    /** The tick before which no second request for a player's line is made. */
    long retryAt;

    /**
     * The lines that the agent has yet to answer, the last of each speaker; those of players first.
     */
    final List<Utterance> owed = new ArrayList<>(0);

    /** The tick in which the agent last said or heard a line that was said without a model. */
    long barkAt = Mind.NEVER;

    /** The tick before which the agent does not wait again for first words that are being written. */
    long waitsAgainAt;

    /**
     * What the agent lately called out for the game outside of conversations, the oldest first; the
     * next conversation begins with it.
     */
    final List<Utterance> calledOut = new ArrayList<>(0);

    /** The number of the line before which it heard nothing of its last conversation. */
    long joinedAt;

    /** The tick in which it joined that. */
    long joinedTick;

    /** The number of the agreement that it last made. Not saved. */
    transient int agreement;

    /** The request with whose answer it made that agreement. Not saved. */
    transient long agreedIn;

    /** The request whose words it last said. Not saved. */
    transient long spokenIn;

    /** The number of its conversations that were settled by rules. Not saved. */
    transient long settledTalks;

    /** The conversation itself; null if there is none. Not saved. */
    transient @Nullable Transcript transcript;

    /** The addressee that the answer of {@link #namedBy} named; empty for everybody. Not saved. */
    transient String named = "";

    /** The request whose answer named an addressee. Not saved. */
    transient long namedBy;

    /**
     * The request for an answer to another agent during which a player spoke to somebody else, 0 if
     * there is none: its words are heard once nobody else speaks. Not saved.
     */
    transient long aside;

    /** The words of that answer; empty until they are whole. Not saved. */
    transient String asideWords = "";

    /** Whether that answer has ended, so that its words can be said. Not saved. */
    transient boolean asideEnded;

    /** The request whose answer named nobody near. Not saved. */
    transient long misnamedBy;

    /** The request whose answer ends the talk. Not saved. */
    transient long endedBy;

    /** The gists of its last lines, if it does not say them again, the oldest first. Not saved. */
    final transient List<String> gists = new ArrayList<>(0);

    /** The request whose answer said one of them, or what it may not say. Not saved. */
    transient long refusedIn;

    /** Why it may not. Not saved. */
    transient Silence refusal = Silence.NONE;

    /** Why it came up to a player, in words; empty if it did not. Not saved. */
    transient String approach = "";

    /** The player. Not saved. */
    transient String approached = "";

    /** Its last fillers, the oldest first. Not saved. */
    final transient List<String> fillers = new ArrayList<>(0);

    /** The number of the line for which it showed one; 0 for none. Not saved. */
    transient long filledFor;

    /** Why its last request brought no words; null if it did, or there was none. Not saved. */
    transient @Nullable Silence failure;

    /** The request whose answer had nothing usable. Not saved. */
    transient long unusableIn;

    /** Whether the words of the last answer were dropped, and for good. Not saved. */
    transient boolean dropped;

    transient boolean droppedForGood;

    /** The number of the agreement of what was promised for later, and the request. Not saved. */
    transient int laterAgreement;

    transient long laterIn;

    /** What it ordered with an answer before its words, and nobody asked for. Not saved. */
    final transient List<QueuedStep> unasked = new ArrayList<>(0);

    /** The request of that answer. Not saved. */
    transient long unaskedIn;

    /** What it promises with the words that open a conversation. Not saved. */
    transient String later = "";

    /** The request whose answer began when there was nobody to hear it. Not saved. */
    transient long unheard;

    /** The agent's component that the minds read, as last looked up. Not saved. */
    transient Conversation part = new Conversation();

    /** Creates the state of an agent in no conversation, for Artemis. */
    public TalkState() {}

    /** Forgets the conversation, but not the recent partners. */
    void leave() {
        part.leave();
        passed = false;
        near = false;
        waitingSince = 0;
        prompted = 0;
        failures = 0;
        passedOver = 0;
        retryAt = 0;
        owed.clear();
        dropped = false;
        droppedForGood = false;
        drops = 0;
        failure = null;
        approach = "";
        filledFor = 0;
        aside = 0;
        asideWords = "";
        asideEnded = false;
        transcript = null;
    }
}
