/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cooldown of strict sharing: each tenant waits 60,000 ms / RPM x active tenants between two
 * requests with a key, where idle tenants count as active. Not thread-safe.
 */
public final class StrictShare {
    /** The cooldown at a provider whose limits are unknown. */
    public static final Duration UNKNOWN = Duration.ofSeconds(5);

    /** The maximum number of tenants that are remembered, most recent callers first. */
    public static final int MAX_TENANTS = 10_000;

    /** The maximum number of keys that are remembered per tenant, most recently used first. */
    public static final int MAX_KEYS = 100;

    private static final long MINUTE_MILLIS = 60_000;

    /** The maximum wait, to which longer ones are cut so that nanoseconds cannot overflow. */
    private static final long MAX_MILLIS = Duration.ofDays(365).toMillis();

    private final Map<String, Map<String, Long>> lastCalls = new LinkedHashMap<>();

    /**
     * Returns the wait between two requests, rounded up to the millisecond, at most a year; {@link
     * #UNKNOWN} without a limit (0), zero without tenants.
     */
    public static Duration cooldown(int requestsPerMinute, int activeTenants) {
        if (requestsPerMinute == 0) {
            return UNKNOWN;
        }
        long millis = (MINUTE_MILLIS * activeTenants + requestsPerMinute - 1) / requestsPerMinute;
        return Duration.ofMillis(Math.min(millis, MAX_MILLIS));
    }

    /** Returns how long a tenant has to wait before its next call with a key; zero if it need not. */
    public Duration remaining(
            String tenant, String key, int requestsPerMinute, int activeTenants, long now) {
        Duration cooldown = cooldown(requestsPerMinute, activeTenants);
        Map<String, Long> keys = lastCalls.get(tenant);
        Long lastUsed = keys == null ? null : keys.get(key);
        if (lastUsed == null) {
            return Duration.ZERO;
        }
        long remainingNanos = cooldown.toNanos() - (now - lastUsed);
        return remainingNanos > 0 ? Duration.ofNanos(remainingNanos) : Duration.ZERO;
    }

    public void recordCall(String tenant, String key, long now) {
        Map<String, Long> keys = lastCalls.remove(tenant);
        if (keys == null) {
            keys = new LinkedHashMap<>();
        }
        keys.remove(key);
        putLast(keys, key, now, MAX_KEYS);
        putLast(lastCalls, tenant, keys, MAX_TENANTS);
    }

    public void forget(String tenant) {
        lastCalls.remove(tenant);
    }

    private static <V> void putLast(Map<String, V> map, String name, V value, int most) {
        map.put(name, value);
        if (map.size() > most) {
            Iterator<String> eldest = map.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }
}
