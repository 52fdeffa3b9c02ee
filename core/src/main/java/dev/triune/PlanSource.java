/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.component.QueuedStep;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import java.util.List;

/**
 * Plans of agents that need no model: habits, a planner, a quest director. The {@linkplain
 * LLMSchedulerSystem#plans scheduler} asks its sources in order, whenever it is the turn of an
 * agent's executor, also while that cools down or its calls fail, and before any request is made.
 * Game thread only; must be quick.
 */
public interface PlanSource {
    /**
     * Whether an agent that is busy keeps its plan, although a rule asks for a {@linkplain
     * SelectionRule.Purpose#reviewsPlan new look} at it. No by default.
     */
    default boolean keepsPlan(int agent, SelectionRule rule, CallBudget calls) {
        return false;
    }

    /**
     * Orders a plan for an agent with {@link DecisionApplySystem#plan}, unless a model should make
     * it.
     *
     * @return whether it did
     */
    boolean ordersPlan(int agent, SelectionRule rule, CallBudget calls);

    /** A model is called for an agent's plan: its prompt has just been written. */
    default void prompted(int agent, SelectionRule rule, Ticket request) {}

    /** The answer of a model took effect, and nothing overruled it. */
    default void modelPlanned(int agent, ModelPlan plan) {}

    /** Describes where an agent's plan comes from; empty, the default, if not from this source. */
    default String describePlan(int agent) {
        return "";
    }

    /** The calls for a plan that an agent may make. Valid only during the call that receives it. */
    interface CallBudget {
        /** Whether the agent may call a model for its plan, perhaps after a cooldown. */
        boolean allowed();

        /** Whether the agent may call a model for its plan now. */
        boolean ready();

        /** Whether the agent has requested a plan. */
        boolean asked();

        /** Whether a provider is making the plan that the agent requested. */
        boolean running();

        /** Returns the cooldown of the executor, in ticks. */
        long cooldown();
    }

    /**
     * A plan that a model made.
     *
     * @param request the request, as in {@link #prompted}
     * @param rule the reason of the request
     * @param steps the steps that were queued; none to keep the current plan
     * @param flawed whether part of the answer could not be used
     */
    record ModelPlan(Ticket request, SelectionRule rule, List<QueuedStep> steps, boolean flawed) {
        /** Copies the list. */
        public ModelPlan {
            steps = List.copyOf(steps);
        }
    }
}
