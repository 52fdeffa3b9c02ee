/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The active tenants, kept alive by heartbeats. Times are monotonic nanoseconds. Not thread-safe. */
public final class TenantLeases {
    /** The default silence after which a lease ends; clients send a heartbeat every 30 s. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    public static final int MAX_TENANTS = 10_000;

    private final long silenceNanos;
    private final int most;

    /** The tenants with the times of their last heartbeats, the oldest first. */
    private final Map<String, Long> lastRenewal = new LinkedHashMap<>();

    /** Creates leases for {@code most} tenants, at least 1, and a silence of up to a year. */
    public TenantLeases(Duration silence, int most) {
        this.silenceNanos = silence.toNanos();
        this.most = most;
    }

    /** Adds or renews a tenant; returns false if full, until {@link #expired} removes tenants. */
    public boolean renew(String tenant, long now) {
        if (lastRenewal.remove(tenant) == null && lastRenewal.size() >= most) {
            return false;
        }
        lastRenewal.put(tenant, now);
        return true;
    }

    /** Whether a tenant was renewed and has not been returned by {@link #expired} since. */
    public boolean contains(String tenant) {
        return lastRenewal.containsKey(tenant);
    }

    public int active(long now) {
        int silent = 0;
        for (long sign : lastRenewal.values()) {
            if (!fellSilent(sign, now)) {
                break;
            }
            silent++;
        }
        return lastRenewal.size() - silent;
    }

    /** Removes the tenants whose leases have expired, and returns them in order of expiry. */
    public List<String> expired(long now) {
        if (lastRenewal.isEmpty()) {
            return List.of(); // the common case on every turn: allocates nothing
        }
        List<String> expired = List.of();
        Iterator<Map.Entry<String, Long>> tenants = lastRenewal.entrySet().iterator();
        while (tenants.hasNext()) {
            Map.Entry<String, Long> tenant = tenants.next();
            if (!fellSilent(tenant.getValue(), now)) {
                break;
            }
            if (expired.isEmpty()) {
                expired = new ArrayList<>();
            }
            expired.add(tenant.getKey());
            tenants.remove();
        }
        return expired;
    }

    /** Returns the nanoseconds until the next lease expires, at most {@code most}. */
    public long nanosUntilExpiry(long most, long now) {
        for (long sign : lastRenewal.values()) {
            return Math.min(most, silenceNanos - (now - sign)); // the first one is the oldest
        }
        return most;
    }

    private boolean fellSilent(long sign, long now) {
        return now - sign >= silenceNanos;
    }
}
