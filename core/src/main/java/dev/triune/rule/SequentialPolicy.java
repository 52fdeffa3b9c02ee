/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;

/** The policy of {@link DecisionPolicy#sequential()}. Immutable. */
final class SequentialPolicy implements DecisionPolicy {
    private static final int URGENCY = 5;

    private final SelectionRule talker =
            SelectionRule.fixed(Layer.TALKER, URGENCY, "the talker's turn");
    private final SelectionRule executor =
            SelectionRule.fixed(Layer.EXECUTOR, URGENCY, "the executor's turn");

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
