/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/**
 * What the game knows of how urgent an agent's thoughts are: it fights, it stands before the player.
 * Called on the game thread, for each agent that could ask, whenever the scheduler
 * looks at it: must be quick.
 */
@FunctionalInterface
public interface UrgencyHint {
    /** Nothing is known. */
    UrgencyHint NONE = (agent, rule) -> 0;

    /** Returns what to add to the urgency of a rule; the sum is kept within 1 and 10. */
    int urgencyBonus(int agent, SelectionRule rule);
}
