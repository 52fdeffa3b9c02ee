/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Layer;

/**
 * Asks the layers one after the other, whatever the agent is doing: the autonomic one if a need is
 * critical, else the talker if it is ready, else the executor if it is. Simpler than the
 * {@link SelectionTable} and dearer: both layers ask as often as their cooldowns let them. Immutable.
 */
public final class SequentialDecisions implements DecisionPolicy {
    private static final int URGENCY = 5;

    private final SelectionRule talker = new FixedRule(Layer.TALKER, URGENCY, "the talker's turn");
    private final SelectionRule executor =
            new FixedRule(Layer.EXECUTOR, URGENCY, "the executor's turn");

    @Override
    public SelectionRule select(AgentView agent) {
        if (StandardRule.CRITICAL_NEEDS.matches(agent)) {
            return StandardRule.CRITICAL_NEEDS;
        }
        if (agent.ready(Layer.TALKER)) {
            return talker;
        }
        return agent.ready(Layer.EXECUTOR) ? executor : StandardRule.OTHERWISE;
    }
}
