/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/**
 * What came of something that was said. Entity ids; the player is {@link TalkListener#PLAYER}. Rules
 * read it from the words, so it is the same whichever mind spoke.
 */
public sealed interface TalkOutcome {
    /** The variants. */
    enum Kind {
        /** {@link PromiseMade}. */
        PROMISE_MADE,
        /** {@link FactShared}. */
        FACT_SHARED,
        /** {@link RelationChanged}. */
        RELATION_CHANGED
    }

    /** Returns which variant it is. */
    Kind kind();

    /**
     * Somebody gave its word. Both remember it.
     *
     * @param from who did
     * @param to to whom
     * @param words the sentence that says so
     */
    record PromiseMade(int from, int to, String words) implements TalkOutcome {
        @Override
        public Kind kind() {
            return Kind.PROMISE_MADE;
        }
    }

    /**
     * Somebody learned a fact that the speaker knew; its source is the speaker.
     *
     * @param from who told it
     * @param to who did not know it before
     * @param fact the fact's kind
     */
    record FactShared(int from, int to, String fact) implements TalkOutcome {
        @Override
        public Kind kind() {
            return Kind.FACT_SHARED;
        }
    }

    /**
     * Somebody likes somebody more or less than before.
     *
     * @param of whose liking it is
     * @param to whom it likes
     * @param change the step, -0.2 to 0.2, never 0
     * @param liking what it is now, -1 to 1
     */
    record RelationChanged(int of, int to, float change, float liking) implements TalkOutcome {
        @Override
        public Kind kind() {
            return Kind.RELATION_CHANGED;
        }
    }
}
