/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/**
 * Asks the layers one after the other, whatever the agent is doing: the autonomic one if a need is
 * critical, else the talker if it is ready, else the executor if it is. Simpler than the
 * {@link SelectionTable} and dearer: both layers ask as often as their cooldowns let them. Immutable.
 */
public final class SequentialPolicy implements DecisionPolicy {
    private static final int URGENCY = 5;

    private final SelectionRule talker =
            new FixedSelectionRule(Layer.TALKER, URGENCY, "the talker's turn");
    private final SelectionRule executor =
            new FixedSelectionRule(Layer.EXECUTOR, URGENCY, "the executor's turn");

    @Override
    public SelectionRule select(AgentView agent) {
        if (StandardSelectionRule.CRITICAL_NEEDS.matches(agent)) {
            return StandardSelectionRule.CRITICAL_NEEDS;
        }
        if (agent.ready(Layer.TALKER)) {
            return talker;
        }
        return agent.ready(Layer.EXECUTOR) ? executor : StandardSelectionRule.OTHERWISE;
    }
}
