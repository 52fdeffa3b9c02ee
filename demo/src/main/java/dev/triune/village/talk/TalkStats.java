/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/** How much was talked in a village, and what came of it. Game thread only. */
public final class TalkStats implements TalkListener {
    private static final int SIZE = 5;

    private long conversations;
    private long turns;
    private long promises;
    private long factsShared;
    private long relations;

    TalkStats() {}

    /** Conversations that have begun. */
    public long conversations() {
        return conversations;
    }

    /** What was said by villagers to villagers, calls to meetings among it. */
    public long turns() {
        return turns;
    }

    /** Outcomes of type {@link TalkOutcome.PromiseMade}. */
    public long promises() {
        return promises;
    }

    /** Outcomes of type {@link TalkOutcome.FactShared}. */
    public long factsShared() {
        return factsShared;
    }

    /** Outcomes of type {@link TalkOutcome.RelationChanged}. */
    public long relations() {
        return relations;
    }

    @Override
    public void began(int[] members) {
        conversations++;
    }

    @Override
    public void lineSpoken(int speaker, int[] listeners, String text) {
        if (speaker != PLAYER && (listeners.length != 1 || listeners[0] != PLAYER)) {
            turns++;
        }
    }

    @Override
    public void outcome(TalkOutcome outcome) {
        switch (outcome.kind()) {
            case PROMISE_MADE -> promises++;
            case FACT_SHARED -> factsShared++;
            case RELATION_CHANGED -> relations++;
        }
    }

    long[] state() {
        return new long[] {conversations, turns, promises, factsShared, relations};
    }

    void resume(long[] state) {
        if (state.length < SIZE) {
            return; // of a save that counted less: begins anew
        }
        conversations = state[0];
        turns = state[1];
        promises = state[2];
        factsShared = state[3];
        relations = state[4];
    }
}
