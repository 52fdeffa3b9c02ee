/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The providers of models: from a table, otherwise by the pattern of a model's name. Immutable. */
public final class ModelRoutes {

    /** The provider of models that match no rule. */
    public static final String UNKNOWN = "unknown";

    /** Routes of well-known models and hosts. */
    public static final ModelRoutes DEFAULT = new ModelRoutes(table());

    /** Providers by host, including subdomains. */
    private static final Map<String, String> HOSTS = Map.of(
            "api.groq.com", "groq",
            "cerebras.ai", "cerebras",
            "api.openai.com", "openai",
            "api.anthropic.com", "anthropic");

    private static final int OLLAMA_PORT = 11434;

    private final Map<String, Route> byModel;

    /** Creates routes from a table; models without an entry go by the pattern of their name. */
    public ModelRoutes(Map<String, Route> byModel) {
        this.byModel = Map.copyOf(byModel);
    }

    /** The provider of a model, and the providers to try next, in order, all by name. */
    public record Route(String provider, List<String> fallback) {
        public Route {
            fallback = List.copyOf(fallback);
        }
    }

    /** Copies these routes with additional entries, which replace those of the same model. */
    public ModelRoutes withRoutes(Map<String, Route> entries) {
        Map<String, Route> all = new LinkedHashMap<>(byModel);
        all.putAll(entries);
        return new ModelRoutes(all);
    }

    /** Returns the table's entry for a model, if there is one. */
    public Optional<Route> routeFor(String model) {
        return Optional.ofNullable(byModel.get(model));
    }

    /** Returns the provider of a model, by table or name pattern; otherwise {@link #UNKNOWN}. */
    public String providerFor(String model) {
        return routeFor(model).map(Route::provider).orElseGet(() -> byNamePattern(model));
    }

    /** Returns the known provider at an address, if there is one. */
    public static Optional<String> providerForUrl(URI url) {
        String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        for (Map.Entry<String, String> known : HOSTS.entrySet()) {
            if (host.equals(known.getKey()) || host.endsWith("." + known.getKey())) {
                return Optional.of(known.getValue());
            }
        }
        boolean here = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        return here && url.getPort() == OLLAMA_PORT ? Optional.of("ollama") : Optional.empty();
    }

    private static String byNamePattern(String model) {
        int slash = model.indexOf('/');
        if (slash > 0) {
            return model.substring(0, slash);
        }
        if (model.startsWith("gpt-")) {
            return "openai";
        }
        if (model.startsWith("claude-")) {
            return "anthropic";
        }
        return model.contains("llama") ? "groq" : UNKNOWN;
    }

    private static Map<String, Route> table() {
        Map<String, Route> table = new LinkedHashMap<>();
        table.put(DefaultModels.GROQ, new Route("groq", List.of("cerebras", "openai")));
        table.put(DefaultModels.GROQ_LARGE, new Route("groq", List.of("cerebras")));
        table.put(DefaultModels.CEREBRAS, new Route("cerebras", List.of("groq")));
        table.put(DefaultModels.OPENAI, new Route("openai", List.of()));
        table.put(DefaultModels.OPENAI_LARGE, new Route("openai", List.of()));
        table.put(DefaultModels.ANTHROPIC, new Route("anthropic", List.of()));
        table.put(DefaultModels.ANTHROPIC_LARGE, new Route("anthropic", List.of()));
        table.put(DefaultModels.OLLAMA, new Route("ollama", List.of()));
        return table;
    }
}
