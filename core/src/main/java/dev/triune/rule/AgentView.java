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

/** The agent that {@linkplain SelectionRule rules} read; valid only during the call. */
public interface AgentView {
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
