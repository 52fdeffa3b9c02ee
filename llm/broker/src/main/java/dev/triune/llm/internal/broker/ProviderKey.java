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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One key of a provider: its connection, limits and whether it is in service. Owner only. */
final class ProviderKey {
    /** How long a key that was refused for good is left alone at the least. */
    static final Duration MARK = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(ProviderKey.class.getName());
    private static final int MAX_SCOPES = 256; // models of a key or provider that are told apart
    private static final String OTHERS = "*";

    final String name;
    final Provider provider;
    private final ProviderSettings settings;
    private final RandomGenerator random;
    private final SharedLimits shared;
    private final Map<String, KeyRateLimiter> rateLimiters = new LinkedHashMap<>();

    /** Why the key, or a model at it, is out of service; the key itself by the empty name. */
    private final Map<String, Mark> marks = new LinkedHashMap<>();

    ProviderKey(
            String name,
            Provider provider,
            ProviderSettings settings,
            RandomGenerator random,
            SharedLimits shared) {
        this.shared = shared;
        this.name = name;
        this.provider = provider;
        this.settings = settings;
        this.random = random;
    }

    /** The name, or a common one for all names that come after too many. */
    static String bounded(Map<String, ?> known, String name) {
        return known.containsKey(name) || known.size() < MAX_SCOPES ? name : OTHERS;
    }

    /** The limits of a model; models beyond the bound share one. */
    KeyRateLimiter rateLimiter(String model) {
        String scope = settings.limitsPerModel() ? model : "";
        return rateLimiters.computeIfAbsent(bounded(rateLimiters, scope), this::open);
    }

    private KeyRateLimiter open(String scope) {
        String identity = provider.accountId();
        SharedLimits.SharedBudget sharedBudget = identity.isEmpty()
                ? SharedLimits.SharedBudget.UNLIMITED
                : shared.budget(
                        scope.isEmpty() ? identity : identity + "/" + scope, settings.limits());
        return new KeyRateLimiter(
                new Budget(settings.limits(), settings.reserve()),
                new RateLimitCooldown(random),
                sharedBudget);
    }

    /** Whether it is used for that model: not marked, nor cooling for longer than is waited for. */
    boolean inService(String model, long now) {
        return markOf(model, now) == null
                && remainingCooldown(model, now).compareTo(settings.maxWait()) <= 0;
    }

    /** Why the key, or that model at it, is out of service; null if it is not marked. */
    @Nullable
    FailureCode markOf(String model, long now) {
        Mark mark = marks.get("");
        if (mark == null || mark.until - now <= 0) {
            mark = marks.get(model);
        }
        return mark == null || mark.until - now <= 0 ? null : mark.why;
    }

    /** Takes the key out of service, or that model at it only, for an error that will come again. */
    void mark(FailureCode why, String model, Duration time, long now) {
        marks.values().removeIf(mark -> mark.until - now <= 0);
        if (marks.size() < MAX_SCOPES) {
            marks.put(model, new Mark(why, now + time.toNanos()));
        }
    }

    /** How long it is not called for that model: it cools, or its limit per day is reached. */
    Duration remainingCooldown(String model, long now) {
        KeyRateLimiter limiter = rateLimiter(model);
        Duration left = longer(limiter.remainingCooldown(now), provider.cooldown());
        return longer(left, limiter.budget().untilNextDay(now));
    }

    private static Duration longer(Duration one, Duration other) {
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

    KeyStats stats(long now) {
        Duration longest = provider.cooldown();
        for (KeyRateLimiter limiter : rateLimiters.values()) {
            longest = longer(longest, limiter.remainingCooldown(now));
        }
        return new KeyStats(name, markOf("", now) == null, longest);
    }

    private record Mark(FailureCode why, long until) {}
}
