/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ModelRoutes.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the whole file: first all of it, then its problems are told together. */
public final class ConfigReader {
    private static final int MAX_PROVIDERS = 100;
    private static final Pattern PROVIDER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?");

    private final YamlSection top;
    private final BrokerSettingsReader settings;
    private final EnvironmentReferences environmentReferences;
    private final Map<String, YamlValue> providers = new LinkedHashMap<>();

    private ConfigReader(YamlSection top, Function<String, Optional<String>> environment) {
        this.top = top;
        this.settings = new BrokerSettingsReader(top);
        this.environmentReferences = new EnvironmentReferences(environment);
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if there is anything wrong with it
     */
    public static BrokerConfig read(
            String name, String yaml, Function<String, Optional<String>> environment) {
        ConfigProblems configProblems = new ConfigProblems(name);
        YamlNode root = YamlReader.read(yaml, configProblems);
        YamlValue top = new YamlValue(configProblems, "", root.line(), root)
                .without(ConfigKeys.GAME_SECTIONS);
        BrokerConfig config = read(top.section(ConfigKeys.TOP), environment);
        configProblems.throwIfAny();
        return config;
    }

    /** Reads a file of which nothing but the broker's own is left; problems are noted only. */
    public static BrokerConfig read(
            YamlSection top, Function<String, Optional<String>> environment) {
        return new ConfigReader(top, environment).config();
    }

    private BrokerConfig config() {
        QueueSettings queue = settings.queue();
        Optional<String> defaultModel = settings.defaultModel();
        findProviders();
        return new BrokerConfig(
                defaultModel,
                providers(defaultModel, queue.limit()),
                routes(),
                settings.layers(),
                queue,
                settings.retry(),
                settings.sharing(),
                settings.callSettings(),
                settings.prices(),
                settings.cache(),
                endpoints(),
                new GatewaySettingsReader(environmentReferences).read(top));
    }

    private void findProviders() {
        Optional<YamlValue> section = top.get("providers");
        section.map(YamlValue::entries).ifPresent(providers::putAll);
        if (section.isEmpty() && top.location().isMapping()) {
            top.location()
                    .withPath("providers")
                    .reportProblem("is missing (expected at least one provider)");
        }
        section.filter(YamlValue::isMapping).ifPresent(yamlValue -> {
            if (providers.isEmpty() || providers.size() > MAX_PROVIDERS) {
                yamlValue.reportProblem(
                        providers.size() + " providers (expected 1 to " + MAX_PROVIDERS + ")");
            }
        });
    }

    private Map<String, ConfiguredProvider> providers(Optional<String> model, int queueLimit) {
        Map<String, ConfiguredProvider> read = new LinkedHashMap<>();
        ProviderReader reader = new ProviderReader(
                new ConnectionReader(environmentReferences), providers.keySet(), model, queueLimit);
        providers.forEach((name, yamlValue) -> {
            if (PROVIDER_NAME.matcher(name).matches()) {
                reader.read(name, yamlValue).ifPresent(provider -> read.put(name, provider));
            } else {
                yamlValue.reportProblem(
                        "not a name for a provider (expected letters, digits, dots, hyphens"
                                + " and underscores, 64 at most)");
            }
        });
        return read;
    }

    private Map<String, Route> routes() {
        Map<String, Route> routes = new LinkedHashMap<>();
        top.entries("routes").forEach((model, yamlValue) -> {
            if (yamlValue.checkMapping()) {
                route(yamlValue.section(ConfigKeys.ROUTE))
                        .ifPresent(route -> routes.put(model, route));
            }
        });
        return routes;
    }

    private Optional<Route> route(YamlSection yamlSection) {
        List<String> fallback = yamlSection
                .get("fallback")
                .map(yamlValue -> ProviderReader.providerNames(yamlValue, providers.keySet()))
                .orElse(List.of());
        return yamlSection
                .required("provider", "the name of a configured provider")
                .flatMap(yamlValue -> yamlValue.oneOf("a configured provider", providers.keySet()))
                .map(provider -> new Route(provider, fallback));
    }

    private List<String> endpoints() {
        return top.section("endpoints", ConfigKeys.ENDPOINTS)
                .flatMap(yamlSection -> yamlSection.get("allow"))
                .map(ConfigReader::hosts)
                .orElse(List.of());
    }

    /** A list of hosts, in small letters. */
    static List<String> hosts(YamlValue list) {
        return list.items().stream().flatMap(item -> host(item).stream()).toList();
    }

    private static Optional<String> host(YamlValue yamlValue) {
        return yamlValue
                .text()
                .filter(text -> {
                    boolean host = HOST.matcher(text).matches();
                    if (!host) {
                        yamlValue.reportProblem(
                                SafeText.quoted(text) + " is not a host (expected one such as"
                                        + " api.example.com or localhost:8080)");
                    }
                    return host;
                })
                .map(text -> text.toLowerCase(Locale.ROOT));
    }
}
