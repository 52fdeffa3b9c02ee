/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import java.util.List;

/**
 * How the broker uses one provider. Immutable.
 *
 * @param name unique within a broker, not blank
 * @param model asked when a request names no model, or comes here as a fallback
 * @param permits calls under way at once, 1 or more
 * @param queueLimit requests that may wait here, 1 or more; one that comes back from a call here
 *     keeps its place beyond it, of which there are no more than permits
 * @param fallback names of the providers to try next, in order; one that is not configured is
 *     passed over
 */
public record ProviderSettings(
        String name, String model, int permits, int queueLimit, List<String> fallback) {
    /** The default of {@link #permits}: careful, for a provider nobody described. */
    public static final int DEFAULT_PERMITS = 1;

    /** The default of {@link #queueLimit}. */
    public static final int DEFAULT_QUEUE_LIMIT = 100;

    /** Refuses values out of range. */
    public ProviderSettings {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a provider needs a name");
        }
        if (permits < 1) {
            throw new IllegalArgumentException(
                    "provider " + name + ": permits " + permits + " (expected 1 or more)");
        }
        if (queueLimit < 1) {
            throw new IllegalArgumentException(
                    "provider " + name + ": queue limit " + queueLimit + " (expected 1 or more)");
        }
        fallback = List.copyOf(fallback);
    }

    /** A provider with {@value #DEFAULT_PERMITS} permit and no fallback. */
    public static ProviderSettings of(String name, String model) {
        return new ProviderSettings(name, model, DEFAULT_PERMITS, DEFAULT_QUEUE_LIMIT, List.of());
    }

    /** The same with that many permits. */
    public ProviderSettings withPermits(int count) {
        return new ProviderSettings(name, model, count, queueLimit, fallback);
    }

    /** The same with room for that many waiting requests. */
    public ProviderSettings withQueueLimit(int limit) {
        return new ProviderSettings(name, model, permits, limit, fallback);
    }

    /** The same with these providers to try next. */
    public ProviderSettings withFallback(String... names) {
        return new ProviderSettings(name, model, permits, queueLimit, List.of(names));
    }
}
