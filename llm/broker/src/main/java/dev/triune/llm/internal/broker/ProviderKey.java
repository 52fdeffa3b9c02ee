/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.internal.policy.Budget;
import dev.triune.llm.internal.policy.RateLimitCooldown;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A key of a provider: its connection, limits and whether it is in service. Owner only. */
final class ProviderKey {
    /** The minimum time that a permanently rejected key is out of service. */
    static final Duration MARK = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(ProviderKey.class.getName());
    private static final int MAX_SCOPES = 256; // the maximum number of models counted separately
    private static final String OTHERS = "*";

    final String name;
    final Provider provider;
    private final ProviderSettings settings;
    private final BrokerOptions options;
    private final Map<String, KeyRateLimiter> rateLimiters = new LinkedHashMap<>();

    /** Why the key (the empty name), or a model at it, is out of service. */
    private final Map<String, Mark> marks = new LinkedHashMap<>();

    ProviderKey(String name, Provider provider, ProviderSettings settings, BrokerOptions options) {
        this.name = name;
        this.provider = provider;
        this.settings = settings;
        this.options = options;
    }

    /** Returns the name, or a common one for all names beyond the maximum. */
    static String bounded(Map<String, ?> known, String name) {
        return known.containsKey(name) || known.size() < MAX_SCOPES ? name : OTHERS;
    }

    /** Returns the limits of a model; models beyond the maximum share one. */
    KeyRateLimiter rateLimiter(String model) {
        String scope = settings.limitsPerModel() ? model : "";
        return rateLimiters.computeIfAbsent(bounded(rateLimiters, scope), this::open);
    }

    private KeyRateLimiter open(String scope) {
        String identity = provider.accountId();
        SharedLimits.SharedBudget sharedBudget = identity.isEmpty()
                ? SharedLimits.SharedBudget.UNLIMITED
                : options.sharedLimits.budget(
                        scope.isEmpty() ? identity : identity + "/" + scope, settings.limits());
        return new KeyRateLimiter(
                new Budget(settings.limits(), settings.reserve()),
                new RateLimitCooldown(options.random),
                sharedBudget);
    }

    /** Whether it is used for a model: not marked, nor cooling for longer than the maximum wait. */
    boolean inService(String model, long now) {
        return markOf(model, now) == null
                && remainingCooldown(model, now).compareTo(settings.maxWait()) <= 0;
    }

    /** Returns why the key, or this model at it, is out of service; null if it is not marked. */
    @Nullable
    FailureCode markOf(String model, long now) {
        Mark mark = marks.get("");
        if (mark == null || mark.until - now <= 0) {
            mark = marks.get(model);
        }
        return mark == null || mark.until - now <= 0 ? null : mark.why;
    }

    /** Takes the key, or only this model at it, out of service because of a permanent error. */
    void mark(FailureCode why, String model, Duration time, long now) {
        marks.values().removeIf(mark -> mark.until - now <= 0);
        if (marks.size() < MAX_SCOPES) {
            marks.put(model, new Mark(why, now + time.toNanos()));
        }
    }

    /** Returns how long it is not called for a model, by a cooldown or a daily limit. */
    Duration remainingCooldown(String model, long now) {
        KeyRateLimiter limiter = rateLimiter(model);
        Duration cooldownLeft = maxOf(limiter.remainingCooldown(now), provider.cooldown());
        return maxOf(cooldownLeft, limiter.budget().untilNextDay(now));
    }

    static Duration maxOf(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    boolean isEvictable(long lastUse, long now) {
        return now - lastUse > MARK.toNanos()
                && marks.values().stream().allMatch(mark -> mark.until - now <= 0)
                && rateLimiters.values().stream()
                        .allMatch(limiter -> limiter.remainingCooldown(now).isZero());
    }

    void close() {
        try {
            provider.close();
        } catch (RuntimeException e) {
            LOG.warning("closing provider " + name + " failed: " + e.getClass().getName());
        }
    }

    /** Returns how long it is not called for any of its models. */
    Duration remainingCooldown(long now) {
        Duration shortest = rateLimiters.values().stream()
                .map(limiter -> limiter.remainingCooldown(now))
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        return maxOf(provider.cooldown(), shortest);
    }

    KeyStats stats(long now) {
        Duration longest = provider.cooldown();
        for (KeyRateLimiter limiter : rateLimiters.values()) {
            longest = maxOf(longest, limiter.remainingCooldown(now));
        }
        return new KeyStats(name, markOf("", now) == null, longest);
    }

    private record Mark(FailureCode why, long until) {}
}
