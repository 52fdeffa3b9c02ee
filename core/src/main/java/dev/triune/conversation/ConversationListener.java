/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.conversation;

import com.artemis.utils.IntBag;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;

/** Receives what happens in conversations. Game thread, inside a tick; agents are entity ids. */
public interface ConversationListener {
    /** A conversation began. The transcript is valid until {@link #ended}. */
    default void began(Transcript conversation) {}

    /** An agent thinks about what to say: time for "...". Its words or {@link #ended} follow. */
    default void thinking(int agent) {}

    /**
     * An agent said more than in the tick before.
     *
     * @param line what is being said, so far
     * @param text its text so far, at least as long as the last time
     * @param sentenceEnd how many characters of the text are whole sentences: a voice can speak these
     */
    default void speaking(int agent, Utterance line, String text, int sentenceEnd) {}

    /** An agent's line is over: said in full, or {@linkplain Utterance#brokenOff broken off}. */
    default void spoke(int agent, Utterance line) {}

    /** Something lasting came of a conversation, just before it ended. */
    default void effect(ConversationEffect effect) {}

    /** A conversation ended, for all or for one that leaves; the bag is valid during the call. */
    default void ended(IntBag agents, String reason) {}
}
