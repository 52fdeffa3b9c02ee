/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Broker.TenantCooldown;
import dev.triune.llm.Request;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FairShare;
import dev.triune.llm.internal.policy.StrictShare;
import dev.triune.llm.internal.policy.TenantLeases;
import java.time.Duration;
import java.util.List;

/** The tenants that share the broker, with their leases and cooldowns. Owner only. */
final class Tenants {
    private static final double MINUTE_MILLIS = 60_000;
    private static final double MAX_MILLIS = 86_400_000;

    private final TenantLeases leases;
    private final FairShare share;
    private final StrictShare strictShare = new StrictShare();
    private final boolean strict;
    private final SharedLimits shared;

    Tenants(FairShare share, BrokerOptions options) {
        this.leases = new TenantLeases(options.heartbeatTimeout, TenantLeases.MAX_TENANTS);
        this.share = share;
        this.strict = options.strictSharing;
        this.shared = options.sharedLimits;
    }

    /** Renews the lease of a tenant that made a request before; ignores other tenants. */
    void heartbeat(String tenant, long now) {
        if (leases.contains(tenant)) {
            renew(tenant, now);
        }
    }

    /** Renews or starts the lease of a tenant; false if there is no room for another. */
    boolean renew(String tenant, long now) {
        if (tenant.isEmpty()) {
            return true;
        }
        boolean room = leases.renew(tenant, now);
        if (room) {
            shared.heartbeat(tenant, now);
        }
        return room;
    }

    /** Returns the number of active tenants, including those of brokers with shared limits. */
    int active(long now) {
        return shared.activeTenants(leases.active(now));
    }

    /** Returns how long a tenant has to wait before submitting this request; zero if it may. */
    Duration cooldown(PendingRequest<?> pending, long now) {
        return strict ? strictCooldown(pending.request, pending.target(), now) : Duration.ZERO;
    }

    private Duration strictCooldown(Request<?> request, RouteTarget target, long now) {
        return request.tenant().isEmpty()
                ? Duration.ZERO
                : strictShare.remaining(
                        request.tenant(),
                        keyOf(request, target),
                        target.slot().settings.limits().perMinute(),
                        active(now),
                        now);
    }

    TenantCooldown cooldown(Request<?> request, RouteTarget target, long now) {
        int tenants = active(now);
        int perMinute = target.slot().settings.limits().perMinute();
        if (strict) {
            double each = (double) perMinute / Math.max(1, tenants);
            return new TenantCooldown(
                    strictCooldown(request, target, now), tenants, perMinute, each);
        }
        int allKeys = perMinute * target.keys().size();
        double each = allKeys * share.shareOf(request.tenant());
        boolean room =
                target.slot().queued() == 0 && target.readyKey(Usage.NONE, false, now) != null;
        Duration turnWait = room || each == 0 ? Duration.ZERO : Duration.ofMillis(millisFor(each));
        Duration wait = ProviderKey.maxOf(target.remainingCooldown(now), turnWait);
        return new TenantCooldown(wait, tenants, allKeys, each);
    }

    private static long millisFor(double perMinute) {
        return (long) Math.min(MAX_MILLIS, Math.ceil(MINUTE_MILLIS / perMinute));
    }

    void recordCall(PendingRequest<?> pending, long now) {
        if (strict && !pending.request.tenant().isEmpty()) {
            strictShare.recordCall(
                    pending.request.tenant(), keyOf(pending.request, pending.target()), now);
        }
    }

    long nanosUntilExpiry(long most, long now) {
        return leases.nanosUntilExpiry(most, now);
    }

    List<String> expire(long now) {
        return leases.expired(now);
    }

    void forget(String tenant) {
        share.forget(tenant);
        strictShare.forget(tenant);
    }

    /** Returns the key for cooldowns: that of a custom endpoint; a provider's keys count as one. */
    private static String keyOf(Request<?> request, RouteTarget target) {
        return request.endpoint().isPresent()
                ? target.keys().get(0).name
                : target.slot().name();
    }
}
