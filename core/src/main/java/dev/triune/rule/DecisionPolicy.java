/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;
import dev.triune.rule.SelectionRule.AgentView;

/**
 * Decides which layer of an agent thinks: a {@link SelectionTable}, {@link #sequential()}, or a
 * game's own. Called on the game thread, whenever the scheduler looks at an agent: must be quick
 * and allocate nothing. While a player waits for an answer, any selection of the talker becomes
 * {@link StandardSelectionRule#PLAYER}.
 */
@FunctionalInterface
public interface DecisionPolicy {
    /** Returns the reason for a layer to think now; never null. */
    SelectionRule select(AgentView agent);

    /**
     * Returns the reason to plan of an agent that has something to say, as if it had nothing. By
     * default the selection, while the agent's talker appears to be disabled. No plan is made beside
     * talk if the layer is the talker.
     */
    default SelectionRule selectBesideTalk(AgentView agent) {
        return select(agent);
    }

    /**
     * Returns a policy that asks whenever a layer is ready, whatever the agent is doing: the
     * autonomic one if a need is critical, otherwise the talker, otherwise the executor. So agents
     * also speak when nobody spoke to them or is near. Simpler and more expensive than the table.
     */
    static DecisionPolicy sequential() {
        SelectionRule talker = SelectionRule.fixed(Layer.TALKER, 5, "the talker's turn");
        SelectionRule executor = SelectionRule.fixed(Layer.EXECUTOR, 5, "the executor's turn");
        return agent -> {
            if (StandardSelectionRule.CRITICAL_NEEDS.matches(agent)) {
                return StandardSelectionRule.CRITICAL_NEEDS;
            }
            if (agent.ready(Layer.TALKER)) {
                return talker;
            }
            return agent.ready(Layer.EXECUTOR) ? executor : StandardSelectionRule.OTHERWISE;
        };
    }
}
