/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import org.jspecify.annotations.Nullable;

/**
 * Decides which talk of two agents needs no model, and what they say then: for {@link
 * Conversations#settleBy}. Called on the game thread, often; must be quick, throw nothing and remove
 * nobody.
 */
public interface SettlementRules {
    /** Stands in a line for the name of whoever is addressed. */
    String PARTNER = "<partner>";

    /** Stands in a line for the name of the speaker. */
    String SELF = "<self>";

    /** Whether a player watches an agent, so that a model is called. */
    boolean isWatched(int agent);

    /** Whether one of two agents has news for the other, so that a model is called. */
    boolean hasNews(int one, int other);

    /**
     * Whether to call a model although there is no news, to hear something new. The answer stays the
     * same until the two have talked.
     *
     * @param since a value that changes with each talk
     */
    boolean explores(int one, int other, long since);

    /** Returns the words for the news of an agent that may call no model; empty if it has none. */
    String news(int agent, int other);

    /**
     * Returns a line for an agent to say, with {@link #PARTNER} and {@link #SELF} in the place of
     * names, and counts its use; null if there is none.
     *
     * @param opening whether it is the first line of a conversation
     */
    @Nullable
    String line(int agent, boolean opening);

    /**
     * Notes a line that a model has said where no player took part, and that names nobody else.
     *
     * @param opening whether it was the first line of its conversation
     * @param line the line, with {@link #PARTNER} and {@link #SELF} in the place of names
     */
    void learn(int agent, boolean opening, String line);

    /** Returns the least number of ticks between two lines that the same agent hears. */
    long interval();
}
