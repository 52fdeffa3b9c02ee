/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.rule.SelectionRule;
import dev.triune.system.LLMSchedulerSystem;

/**
 * Talk that needs no model. The {@linkplain LLMSchedulerSystem#turns scheduler} asks its sources in
 * order before an agent calls its talker for {@linkplain SelectionRule.Purpose#COMPANY company}.
 * Game thread only; must be quick.
 */
public interface TurnSource {
    /**
     * Whether somebody near could be spoken to by an agent now: otherwise it is not asked to begin, or
     * to answer what it heard. Asked also when a call of the agent starts, which may have waited.
     */
    default boolean hasCompany(int agent) {
        return true;
    }

    /** Settles the talk of an agent with a neighbour; false if a model should be called. */
    boolean settle(int agent);

    /** Returns how many conversations were settled without a call. */
    default long settledTalks() {
        return 0;
    }

    /** Returns how many conversations of an agent were settled without a call. */
    default long settledTalks(int agent) {
        return 0;
    }

    /** Returns how many lines were said again in settled conversations. */
    default long repeatedLines() {
        return 0;
    }
}
