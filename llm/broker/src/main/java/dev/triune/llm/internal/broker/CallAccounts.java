/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.provider.ModelCall;

/**
 * The accounts that each call is charged to: the budgets of its key, the share and the quota of its
 * tenant, and the statistics. Owner only.
 */
final class CallAccounts {
    private final TokenEstimators estimates;
    private final RequestOrdering ordering;
    private final FairShare share;
    private final TenantQuotas quotas;
    private final BrokerCounters counters;

    CallAccounts(
            TokenEstimators estimates,
            RequestOrdering ordering,
            FairShare share,
            TenantQuotas quotas,
            BrokerCounters counters) {
        this.estimates = estimates;
        this.ordering = ordering;
        this.share = share;
        this.quotas = quotas;
        this.counters = counters;
    }

    /** Reserves the tokens that a granted call may use, and charges those that it is likely to. */
    Charge reserve(Assignment<?> assignment, ModelCall call, Usage tokens, long now) {
        PendingRequest<?> pending = assignment.pending();
        KeyRateLimiter.KeyReservation reservation =
                assignment.rateLimiter().reserve(tokens, RequestOrdering.isEmergency(pending), now);
        Usage expected = estimates.expected(pending, assignment.target(), call.maxTokens());
        double charged = share.charge(ordering.tenantOf(pending), expected.total());
        boolean first = pending.calls.count == 0;
        counters.called(assignment.slot(), now - pending.submittedAt, first);
        return new Charge(reservation, expected, charged);
    }

    /** Replaces the charge of an ended call with what it used, and returns that. */
    Usage settle(InFlightCall<?> call, boolean received, long now) {
        RouteTarget target = call.assignment.target();
        Usage usage = call.used(estimates.of(target.model()));
        long missing = call.charge.expected.total() - usage.total();
        // an estimate counts as at least the expected tokens
        Usage used =
                usage.estimated() && missing > 0 ? usage.plus(new Usage(0, 0, 0, missing)) : usage;
        KeyRateLimiter limiter = call.assignment.rateLimiter();
        if (call.started && received) {
            limiter.settle(call.charge.reservation, used, now);
        } else {
            limiter.release(call.charge.reservation, now);
        }
        String tenant = ordering.tenantOf(call.pending);
        if (used.total() > 0) {
            share.settle(tenant, call.charge.share, used.total());
        } else {
            share.refund(tenant, call.charge.share);
        }
        quotas.charge(call.pending, target, usage);
        call.pending.request.budget().ifPresent(budget -> budget.settle(usage));
        if (received) {
            counters.callEnded(call.pending, target, usage);
        } else {
            counters.callUnreceived(target.slot());
        }
        return usage;
    }

    /** Learns from the tokens that the provider reported for an answered call. */
    void learn(InFlightCall<?> call) {
        TokenEstimator estimator = estimates.of(call.assignment.target().model());
        Usage usage = call.used(estimator);
        if (!usage.estimated()) {
            int length = call.call.prompt().length();
            estimator.observed(length, usage.prompt(), usage.output());
        }
    }

    /** What a call holds until it is settled: tokens of its key, and service of its tenant. */
    record Charge(KeyRateLimiter.KeyReservation reservation, Usage expected, double share) {}
}
