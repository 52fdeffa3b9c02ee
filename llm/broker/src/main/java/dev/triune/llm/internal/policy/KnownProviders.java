/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.DefaultModels;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The default settings of well-known providers: conservative values for small plans. */
public final class KnownProviders {
    private static final Map<String, ProviderSettings> ALL = Stream.of(
                    ProviderSettings.of("groq", DefaultModels.GROQ)
                            .withModels(DefaultModels.GROQ_LARGE)
                            .withPermits(2)
                            .withLimits(
                                    Limits.perMinute(30).withBurst(5).withCountsCachedReads(false))
                            .withFallback("cerebras"),
                    ProviderSettings.of("cerebras", DefaultModels.CEREBRAS)
                            .withPermits(2)
                            .withLimits(Limits.perMinute(60).withBurst(10))
                            .withFallback("groq"),
                    ProviderSettings.of("openai", DefaultModels.OPENAI)
                            .withLimits(Limits.perMinute(10).withBurst(3)),
                    ProviderSettings.of("anthropic", DefaultModels.ANTHROPIC)
                            .withLimits(Limits.perMinute(50)
                                    .withBurst(5)
                                    .withCountsMaxTokens(false)
                                    .withCountsCachedReads(false)),
                    ProviderSettings.of("ollama", DefaultModels.OLLAMA).withPermits(4))
            .collect(Collectors.toMap(ProviderSettings::name, Function.identity()));

    private KnownProviders() {}

    /** Returns the default settings of a provider, if it is well known. */
    public static Optional<ProviderSettings> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
