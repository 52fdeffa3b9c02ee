/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The well-known providers: conservative default settings for small plans, default models (chosen
 * in November 2026; sources and prices are in {@code docs/models.md}), routes and hosts.
 */
public final class KnownProviders {
    private static final String GROQ = "openai/gpt-oss-20b";
    private static final String GROQ_LARGE = "openai/gpt-oss-120b";
    private static final String CEREBRAS = "gpt-oss-120b";
    private static final String OPENAI = "gpt-6-luna";
    private static final String ANTHROPIC = "claude-haiku-5-5";
    private static final String OLLAMA = "gemma4:e4b";

    private static final Map<String, ProviderSettings> ALL = Stream.of(
                    ProviderSettings.of("groq", GROQ)
                            .withModels(GROQ_LARGE)
                            .withPermits(2)
                            .withLimits(
                                    Limits.perMinute(30).withBurst(5).withCountsCachedReads(false))
                            .withFallback("cerebras"),
                    ProviderSettings.of("cerebras", CEREBRAS)
                            .withPermits(2)
                            .withLimits(Limits.perMinute(60).withBurst(10))
                            .withFallback("groq"),
                    ProviderSettings.of("openai", OPENAI)
                            .withLimits(Limits.perMinute(10).withBurst(3)),
                    ProviderSettings.of("anthropic", ANTHROPIC)
                            .withLimits(Limits.perMinute(50)
                                    .withBurst(5)
                                    .withCountsMaxTokens(false)
                                    .withCountsCachedReads(false)),
                    ProviderSettings.of("ollama", OLLAMA).withPermits(4))
            .collect(Collectors.toMap(ProviderSettings::name, Function.identity()));

    /** The routes of models whose names do not tell their provider, or that have a fallback. */
    private static final Map<String, Route> ROUTES = Map.of(
            GROQ, new Route("groq", List.of("cerebras", "openai")),
            GROQ_LARGE, new Route("groq", List.of("cerebras")),
            CEREBRAS, new Route("cerebras", List.of("groq")),
            OLLAMA, new Route("ollama", List.of()));

    private static final Map<String, String> HOSTS = Map.of(
            "api.groq.com", "groq",
            "cerebras.ai", "cerebras",
            "api.openai.com", "openai",
            "api.anthropic.com", "anthropic");

    private static final int OLLAMA_PORT = 11434;

    private KnownProviders() {}

    /** The provider of a model, and the providers to try next, in order, all by name. */
    public record Route(String provider, List<String> fallback) {}

    public static Optional<ProviderSettings> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** Returns a modifiable copy of the routes of well-known models. */
    public static Map<String, Route> routes() {
        return new HashMap<>(ROUTES);
    }

    /** Returns the provider that the pattern of a model's name suggests; empty if none. */
    public static String byPattern(String model) {
        if (model.startsWith("gpt-")) {
            return "openai";
        }
        if (model.startsWith("claude-")) {
            return "anthropic";
        }
        return model.contains("llama") ? "groq" : "";
    }

    public static Optional<String> at(URI url) {
        String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> known : HOSTS.entrySet()) {
            if (host.equals(known.getKey()) || host.endsWith("." + known.getKey())) {
                return Optional.of(known.getValue());
            }
        }
        boolean here = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        return here && url.getPort() == OLLAMA_PORT ? Optional.of("ollama") : Optional.empty();
    }
}
