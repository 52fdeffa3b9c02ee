/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.conversation;

/** Something that a conversation leaves behind in the memory of those who took part. Immutable. */
public sealed interface ConversationEffect {
    /** An agent promised somebody, by name, a step, in words, which it ordered itself. */
    record Promise(String from, String to, String what) implements ConversationEffect {}

    /**
     * An agent was told something.
     *
     * @param from who told it, by name: the source
     * @param to who heard it, by name
     * @param what the words
     * @param kind the kind of the episode that remembers it, {@code "told"} unless given
     * @param score how much it matters, 0 to 1; 0.3 unless given
     */
    record Information(String from, String to, String what, String kind, float score)
            implements ConversationEffect {
        /** Something that was told in passing. */
        public Information(String from, String to, String what) {
            this(from, to, what, "told", 0.3f);
        }
    }

    /** An agent likes somebody, by name, more or less: change is -2 to 2, now -1 to 1. */
    record LikingChange(String of, String whom, float change, float now)
            implements ConversationEffect {}
}
