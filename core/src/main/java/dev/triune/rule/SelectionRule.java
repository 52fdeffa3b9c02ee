/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import org.jspecify.annotations.Nullable;

/** A reason for a layer to think. Game thread; must be quick and allocate nothing. */
public interface SelectionRule {
    /** Returns the layer that thinks. */
    Layer layer();

    /** Returns the urgency, 1 to 10, which is also the priority of the request. */
    int urgency();

    /** Returns the reason in words. */
    String reason();

    /** Whether the rule matches an agent now. */
    boolean matches(AgentView agent);

    /** Creates a rule that always matches, with an urgency of 1 to 10. */
    static SelectionRule fixed(Layer layer, int urgency, String reason) {
        record Fixed(Layer layer, int urgency, String reason) implements SelectionRule {
            @Override
            public boolean matches(AgentView agent) {
                return true;
            }
        }
        return new Fixed(layer, urgency, reason);
    }

    /**
     * The game's addition to the urgency of an agent's requests, for example because it fights or
     * stands before the player. Called on the game thread, for each agent that could ask, whenever
     * the scheduler examines it: must be quick.
     */
    @FunctionalInterface
    interface UrgencyHint {
        /** A hint that adds nothing. */
        UrgencyHint NONE = (agent, rule) -> 0;

        /** Returns the amount to add to the urgency of a rule; the sum is limited to 1 to 10. */
        int urgencyBonus(int agent, SelectionRule rule);
    }

    /** The agent that {@linkplain SelectionRule rules} read; valid only during the call. */
    interface AgentView {
        /** Returns the entity id: for mappers of the game's own. */
        int agent();

        /** Returns the agent's mind. */
        Mind mind();

        /** Returns the agent's needs. */
        Needs needs();

        /** Returns the agent's current behaviour. */
        Behavior behavior();

        /** Returns the agent's plan. */
        BehaviorQueue queue();

        /** Returns the agent's conversation; null if it has no such component. */
        @Nullable
        Conversation conversation();

        /** Returns the agent's senses; null if it has no such component. */
        @Nullable
        Senses senses();

        /** Returns the current tick. */
        long tick();

        /** Whether a layer is enabled and its cooldown is over. */
        boolean ready(Layer layer);

        /** Whether a layer is enabled, however long its cooldown still takes. */
        boolean enabled(Layer layer);

        /** Whether a layer may be selected: it is ready, or enabled if nearby agents delay planning. */
        boolean available(Layer layer);

        /** Whether the next plan is made while the last step of the current one runs. */
        boolean plansAhead();

        /** Whether the periodic decision of the agent is due. */
        boolean periodicDue();
    }
}
