/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/** Statistics of conversations. Game thread only. */
public final class TalkStats implements TalkListener {
    private static final int SIZE = 5;

    private long conversations;
    private long turns;
    private long promises;
    private long factsShared;
    private long relations;

    TalkStats() {}

    /** Returns how many conversations have begun. */
    public long conversations() {
        return conversations;
    }

    /** Returns how many lines villagers said to villagers, calls to meetings included. */
    public long turns() {
        return turns;
    }

    /** Returns the number of {@link TalkOutcome.PromiseMade} outcomes. */
    public long promises() {
        return promises;
    }

    /** Returns the number of {@link TalkOutcome.FactShared} outcomes. */
    public long factsShared() {
        return factsShared;
    }

    /** Returns the number of {@link TalkOutcome.RelationChanged} outcomes. */
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
