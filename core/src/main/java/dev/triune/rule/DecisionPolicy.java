/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/**
 * Decides which layer of an agent thinks: {@link SelectionTable} or {@link SequentialPolicy}, or a
 * game's own. Called on the game thread, whenever the scheduler looks at an agent: must be quick and
 * allocate nothing.
 */
@FunctionalInterface
public interface DecisionPolicy {
    /** The reason for a layer to think now; never null. */
    SelectionRule select(AgentView agent);
}
