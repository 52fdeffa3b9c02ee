/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;

/**
 * Receives the events of conversations. Game thread; agents are entity ids. An event is
 * reported when the call or step that caused it is complete. A listener may call {@link
 * Conversations}: that takes effect at once, but is reported in the next tick, and so is what
 * happens after it in this one.
 */
public interface ConversationListener {
    /** A conversation began. The transcript is valid until {@link #ended}. */
    default void began(Transcript conversation) {}

    /**
     * A player is about to hear words of a model for the first time in this world, saves included: time
     * for the notice that characters talk by a model.
     *
     * @param player the player's name
     */
    default void firstContact(String player, int agent) {}

    /**
     * An agent thinks about what to say: time to show "...". Its words or {@link #ended} follow.
     */
    default void thinking(int agent) {}

    /**
     * An agent still thinks about its answer to a player, and shows it by a {@linkplain
     * ConversationConfig#fillers filler}: show it until words come. It is part of no transcript, memory
     * or prompt, and comes at most once for a line of a player, never after the first words.
     *
     * @param text one of the game's fillers
     */
    default void filler(int agent, String text) {}

    /**
     * An agent said more than in the tick before.
     *
     * @param line the line so far
     * @param text the text of the line so far, never shorter than in the call before
     * @param sentenceEnd the number of characters that are whole sentences, which a voice can speak
     */
    default void speaking(int agent, Utterance line, String text, int sentenceEnd) {}

    /**
     * An agent's line ended: it was said in full, or {@linkplain Utterance#brokenOff broken off}.
     */
    default void spoke(int agent, Utterance line) {}

    /** A conversation has a lasting effect; reported just before it ends. */
    default void effect(ConversationEffect effect) {}

    /** A conversation ended, for all or for one that leaves; the bag is valid during the call. */
    default void ended(IntBag agents, String reason) {}

    /** A lasting effect of a conversation on the memory of its participants. Immutable. */
    sealed interface ConversationEffect {
        /** An agent promised a step, in words, to somebody, by name; it queued the step itself. */
        record Promise(String from, String to, String what) implements ConversationEffect {}

        /**
         * An agent was told something.
         *
         * @param from the name of the source
         * @param to the name of the hearer
         * @param what the words
         * @param kind the kind of the episode that remembers it, {@code "told"} unless given
         * @param score the importance, 0 to 1; 0.3 unless given
         */
        record Information(String from, String to, String what, String kind, float score)
                implements ConversationEffect {
            /** Creates information that was told in passing. */
            public Information(String from, String to, String what) {
                this(from, to, what, "told", 0.3f);
            }
        }

        /** An agent's liking of somebody, by name, changes: by -2 to 2, and is now -1 to 1. */
        record LikingChange(String of, String whom, float change, float now)
                implements ConversationEffect {}
    }
}
