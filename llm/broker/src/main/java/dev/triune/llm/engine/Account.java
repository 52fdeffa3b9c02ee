/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.policy.limit.Budget;
import dev.triune.llm.policy.limit.Cooldown;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One key of a provider: its connection, what it may still be asked, and whether it is in service.
 * Owner only.
 */
final class Account {
    /** How long a key that was refused for good is left alone at the least. */
    static final Duration MARK = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(Account.class.getName());
    /** No budget of a minute makes anyone wait for longer. */
    private static final Duration LONGEST_MINUTE = Duration.ofMinutes(2);

    private static final int MOST_SCOPES = 256;
    private static final String OTHERS = "*";

    /** Bears nothing of the key. */
    final String name;

    final Provider provider;
    private final ProviderSettings settings;
    private final RandomGenerator random;
    private final SharedLimits shared;
    private final Map<String, Meter> meters = new LinkedHashMap<>();
    private @Nullable FailureCode mark;
    private long markedUntil;

    Account(
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

    /** What counts for that model. Beyond a bound, models share one meter, which is careful. */
    Meter meter(String model) {
        String scope = settings.limitsPerModel() ? model : "";
        if (!meters.containsKey(scope) && meters.size() >= MOST_SCOPES) {
            scope = OTHERS;
        }
        return meters.computeIfAbsent(scope, this::open);
    }

    private Meter open(String scope) {
        String identity = provider.identity();
        SharedLimits.Slice slice = identity.isEmpty()
                ? SharedLimits.Slice.WHOLE
                : shared.slice(
                        scope.isEmpty() ? identity : identity + "/" + scope, settings.limits());
        return new Meter(new Budget(settings.limits()), new Cooldown(random), slice);
    }

    /** Whether it is used for that model: not marked, nor to be left alone for too long. */
    boolean inService(String model, long now) {
        return !marked(now) && cooling(model, now).compareTo(settings.longestWait()) <= 0;
    }

    /** Why the key is out of service; null if it is not marked. */
    @Nullable
    FailureCode markAt(long now) {
        return marked(now) ? mark : null;
    }

    /** Leaves the key alone after an error that another try does not mend. */
    void mark(FailureCode why, Duration time, long now) {
        mark = why;
        markedUntil = now + time.toNanos();
    }

    /** How long it is not to be called for that model: it cools, or its day is used up. */
    Duration cooling(String model, long now) {
        Meter meter = meter(model);
        Duration left = longer(meter.cooling(now), provider.pause());
        return longer(left, untilNextDay(meter.budget(), now));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Waits for a minute's budget are short and are not meant here. */
    private Duration untilNextDay(Budget budget, long now) {
        if (settings.limits().perDay() == 0 || budget.fits(0, now)) {
            return Duration.ZERO;
        }
        Duration wait = budget.wait(0L, now);
        return wait.compareTo(LONGEST_MINUTE) > 0 ? wait : Duration.ZERO;
    }

    /** Whether nothing that still matters would be lost if it were forgotten. */
    boolean forgettable(long lastUse, long now) {
        return now - lastUse > MARK.toNanos()
                && !marked(now)
                && meters.values().stream().allMatch(meter -> meter.cooling(now).isZero());
    }

    void close() {
        try {
            provider.close();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "closing provider " + name + " failed: " + e.getClass().getName());
        }
    }

    KeyStats stats(long now) {
        Duration longest = provider.pause();
        for (Meter meter : meters.values()) {
            longest = longer(longest, meter.cooling(now));
        }
        return new KeyStats(name, !marked(now), longest);
    }

    private boolean marked(long now) {
        return mark != null && markedUntil - now > 0;
    }
}
