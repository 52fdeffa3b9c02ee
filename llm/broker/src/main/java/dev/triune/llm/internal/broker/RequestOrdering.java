/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.internal.policy.FairShare;

/**
 * The order of requests: tenants take turns by their service, an emergency may go before its tenant's
 * turn, and within a tenant the more urgent request goes first, then the older one. Owner only.
 */
final class RequestOrdering {
    private static final String SHARED = "";

    private final FairShare share;
    private final Ageing ageing;
    private final boolean fairAcrossTenants;

    RequestOrdering(FairShare share, Ageing ageing, boolean tenantsTakeTurns) {
        this.share = share;
        this.ageing = ageing;
        this.fairAcrossTenants = tenantsTakeTurns;
    }

    Ageing ageing() {
        return ageing;
    }

    String tenantOf(PendingRequest<?> pending) {
        return fairAcrossTenants ? pending.request.tenant() : SHARED;
    }

    boolean before(PendingRequest<?> one, PendingRequest<?> other, long now) {
        return compare(one, other, now) < 0;
    }

    int compare(PendingRequest<?> one, PendingRequest<?> other, long now) {
        String tenant = tenantOf(one);
        String otherTenant = tenantOf(other);
        int order = tenant.equals(otherTenant)
                ? byUrgency(one, other, now)
                : compareTenants(one, tenant, other, otherTenant);
        return order != 0 ? order : one.ticket.compareTo(other.ticket);
    }

    private int compareTenants(
            PendingRequest<?> one, String tenant, PendingRequest<?> other, String otherTenant) {
        int byUrgency = Boolean.compare(preempts(other), preempts(one));
        return byUrgency != 0
                ? byUrgency
                : Double.compare(share.service(tenant), share.service(otherTenant));
    }

    private int byUrgency(PendingRequest<?> one, PendingRequest<?> other, long now) {
        int byLevel = Integer.compare(level(other, now), level(one, now));
        return byLevel != 0 ? byLevel : other.request.priority().compareTo(one.request.priority());
    }

    /** Whether a request is an emergency that may go before its tenant's turn. */
    boolean preempts(PendingRequest<?> pending) {
        return isEmergency(pending) && share.mayPreempt(tenantOf(pending));
    }

    static boolean isEmergency(PendingRequest<?> pending) {
        return pending.request.priority().level() == Priority.MAX;
    }

    int level(PendingRequest<?> pending, long now) {
        return ageing.levelAfter(pending.request.priority().level(), now - pending.submittedAt);
    }
}
