/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/**
 * An effect of speech. Entity ids; the player is {@link TalkListener#PLAYER}. Rules derive it from
 * the words, so it does not depend on the mind that spoke.
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
     * A villager made a promise, which both remember.
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
     * A villager learned a fact that the speaker knew; the speaker is its source.
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
     * A villager likes another more or less than before.
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
