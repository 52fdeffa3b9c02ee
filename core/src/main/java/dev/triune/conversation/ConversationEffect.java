/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.conversation;

/** A lasting effect of a conversation on the memory of its participants. Immutable. */
public sealed interface ConversationEffect {
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
