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
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A key of a provider: its connection, limits and whether it is in service. Owner only. */
final class ProviderKey {
    /** The maximum time that a key is out of service, unless its provider states a longer one. */
    static final Duration MARK = Duration.ofMinutes(10);

    /** The first such time, which doubles with each further refusal. */
    private static final Duration FIRST_MARK = Duration.ofMinutes(1);

    private static final int MAX_DOUBLINGS = 4;

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

    /** Whether the limits of another key of a provider of the same name are those of this one. */
    boolean isSameAccount(ProviderKey other) {
        return provider.accountId().equals(other.provider.accountId())
                && settings.limitsPerModel() == other.settings.limitsPerModel();
    }

    /** Takes over the limits in use and the marks of a key of the same account and owner. */
    void adopt(ProviderKey before) {
        boolean same = settings.limits().equals(before.settings.limits())
                && settings.reserve() == before.settings.reserve();
        before.rateLimiters.forEach((scope, used) -> rateLimiters.put(
                scope,
                same
                        ? used
                        : new KeyRateLimiter(
                                new Budget(settings.limits(), settings.reserve(), used.budget()),
                                used.rateLimitCooldown(),
                                open(scope).sharedBudget())));
        marks.putAll(before.marks);
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

    /**
     * Whether the key is used for a model: not marked, or due for a trial, nor cooling for longer than
     * the maximum wait.
     */
    boolean inService(String model, long now) {
        return isUsable("", now)
                && isUsable(model, now)
                && remainingCooldown(model, now).compareTo(settings.maxWait()) <= 0;
    }

    private boolean isUsable(String name, long now) {
        Mark mark = marks.get(name);
        return mark == null || !mark.isActive(now) || (!mark.onTrial && now - mark.trialAt >= 0);
    }

    /** Returns why the key, or this model at it, is out of service; null if it is not marked. */
    @Nullable
    FailureCode markOf(String model, long now) {
        Mark mark = marks.get("");
        if (mark == null || !mark.isActive(now)) {
            mark = marks.get(model);
        }
        return mark == null || !mark.isActive(now) ? null : mark.why;
    }

    /**
     * Takes the key, or only this model at it, out of service because of an error that others would
     * get, too; returns for how long: a minute, doubled with each further one up to {@link #MARK},
     * or as the provider states. Earlier, one call after another may try it.
     *
     * @param sentAt when the refused call was sent; calls before the mark count as one with it
     */
    Duration mark(FailureCode why, String model, @Nullable Duration stated, long sentAt, long now) {
        Mark before = marks.get(model);
        boolean further = before != null && sentAt - before.since > 0;
        int times = before == null ? 0 : further ? before.times + 1 : before.times;
        Duration grown = FIRST_MARK.multipliedBy(1L << Math.min(times, MAX_DOUBLINGS));
        Duration time = grown.compareTo(MARK) > 0 ? MARK : grown;
        if (stated != null) {
            time = maxOf(stated, time);
        }
        if (before == null && marks.size() >= MAX_SCOPES) {
            marks.values().removeIf(mark -> !mark.isActive(now));
        }
        if (before != null || marks.size() < MAX_SCOPES) {
            marks.put(model, new Mark(why, times, now, time));
        }
        return time;
    }

    /** Records the start of a call, which is the trial of a key or model out of service. */
    void began(String model, long now) {
        for (String name : List.of("", model)) {
            Mark mark = marks.get(name);
            if (mark != null && mark.isActive(now)) {
                mark.onTrial = true;
            }
        }
    }

    /** Records the end of a call; an answer ends a mark that is older than the call. */
    void ended(String model, boolean answered, long startedAt) {
        for (String name : List.of("", model)) {
            Mark mark = marks.get(name);
            if (mark != null && startedAt - mark.since > 0) {
                mark.onTrial = false;
                if (answered) {
                    marks.remove(name);
                }
            }
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
                && marks.values().stream().noneMatch(mark -> mark.isActive(now))
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

    private static final class Mark {
        final FailureCode why;
        final int times; // the number of marks before, without an answer in between
        final long since;
        final long until;
        final long trialAt; // from when one call at a time may try it
        boolean onTrial;

        Mark(FailureCode why, int times, long now, Duration time) {
            this.why = why;
            this.times = times;
            this.since = now;
            this.until = now + time.toNanos();
            this.trialAt = now + Math.min(time.toNanos() / 4, MARK.toNanos());
        }

        boolean isActive(long now) {
            return until - now > 0;
        }
    }
}
