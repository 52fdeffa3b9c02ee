/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** Puts requests where they wait: set aside while something keeps them, else in line. Owner only. */
final class RequestPlacement {
    private final AgentRequests agentRequests;
    private final TenantQuotas quotas;
    private final RequestQueues requestQueues;

    RequestPlacement(
            AgentRequests agentRequests, TenantQuotas quotas, RequestQueues requestQueues) {
        this.agentRequests = agentRequests;
        this.quotas = quotas;
        this.requestQueues = requestQueues;
    }

    /** Places a request at a stop. */
    void place(PendingRequest<?> pending, RouteTarget target) {
        pending.target = target;
        if (agentRequests.isDeferred(pending) || !quotas.enter(pending)) {
            requestQueues.park(pending);
        } else {
            requestQueues.enqueue(pending, target);
        }
    }

    /** Sets a request aside whose agent was deferred while it waited. */
    void park(PendingRequest<?> pending) {
        if (pending.queue != null) {
            requestQueues.remove(pending);
            requestQueues.park(pending);
        }
    }

    /** Lets a request go on that was set aside, if nothing else keeps it. */
    void resume(PendingRequest<?> pending) {
        if (pending.parked) {
            requestQueues.remove(pending);
            place(pending, pending.target);
        }
    }
}
