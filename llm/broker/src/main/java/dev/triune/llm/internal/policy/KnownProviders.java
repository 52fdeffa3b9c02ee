/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.DefaultModels;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How well-known providers are used unless something else is said: careful values for small plans. */
public final class KnownProviders {
    private static final Map<String, ProviderSettings> ALL = all();

    private KnownProviders() {}

    /** The usual settings of the provider of that name, if it is well known. */
    public static Optional<ProviderSettings> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    private static Map<String, ProviderSettings> all() {
        Map<String, ProviderSettings> all = new LinkedHashMap<>();
        add(
                all,
                ProviderSettings.of("groq", DefaultModels.GROQ)
                        .withModels(DefaultModels.GROQ_LARGE)
                        .withPermits(2)
                        .withLimits(Limits.perMinute(30).withBurst(5).withCountsCachedReads(false))
                        .withFallback("cerebras"));
        add(
                all,
                ProviderSettings.of("cerebras", DefaultModels.CEREBRAS)
                        .withPermits(2)
                        .withLimits(Limits.perMinute(60).withBurst(10))
                        .withFallback("groq"));
        add(
                all,
                ProviderSettings.of("openai", DefaultModels.OPENAI)
                        .withLimits(Limits.perMinute(10).withBurst(3)));
        add(
                all,
                ProviderSettings.of("anthropic", DefaultModels.ANTHROPIC)
                        .withLimits(Limits.perMinute(50)
                                .withBurst(5)
                                .withCountsMaxTokens(false)
                                .withCountsCachedReads(false)));
        add(all, ProviderSettings.of("ollama", DefaultModels.OLLAMA).withPermits(4));
        return all;
    }

    private static void add(Map<String, ProviderSettings> all, ProviderSettings settings) {
        all.put(settings.name(), settings);
    }
}
