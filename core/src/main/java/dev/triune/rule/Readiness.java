/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/** Whether an agent may make the request of its {@link SelectionRule} now; if not, why not. */
public enum Readiness {
    /**
     * The agent may make the request: it has its turn by urgency, after the interval between
     * requests.
     */
    READY,
    /**
     * The agent may make the request, but as many requests are pending as may be, besides talk in
     * progress.
     */
    FULL,
    /** The layer cools down after its last call, a failed one, or the plan of a habit. */
    COOLING,
    /** The layer is disabled. */
    OFF,
    /** A plan or a reflex deals with the reason already. */
    HANDLED,
    /** There is nothing to decide. */
    NOTHING,
    /** The layer has no prompt: rules decide. */
    BY_RULES,
    /** The agent may call no model, or not without a player's attention. */
    NO_MODEL,
    /** The agent has a request that is as urgent, or whose call runs. */
    CALLING,
    /** The agent is dead. */
    DEAD,
    /** The agent sleeps, or is unconscious otherwise. */
    ASLEEP,
    /** The game holds the agent. */
    HELD,
    /** The game has deferred the agent's requests. */
    DEFERRED;

    /** Whether the agent decides now: by a model, by rules, or that there is nothing to decide. */
    public boolean mayDecide() {
        return this == READY || this == BY_RULES || this == NOTHING;
    }

    /** Whether the layer itself prevents the request, whatever agent and world allow. */
    public boolean blockedByLayer() {
        return this == COOLING || this == OFF || this == HANDLED;
    }
}
