/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static java.util.stream.Collectors.toList;

import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the broker's settings from a file. Problems are collected and reported together. */
public final class ConfigReader {
    /** The top-level keys in the order of suggestions; games read the layers. */
    private static final List<String> TOP_LEVEL_KEYS = List.of(
            "default-model",
            "providers",
            "routes",
            "layers",
            "queue",
            "retry",
            "sharing",
            "session",
            "prices",
            "cache",
            "endpoints",
            "gateway");

    private static final String VILLAGE = "village";
    private static final int MAX_PROVIDERS = 100;
    private static final Pattern PROVIDER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?");

    private final YamlSection top;
    private final BrokerSettingsReader settings;
    private final EnvironmentReferences references;
    private final Map<String, YamlValue> providers = new LinkedHashMap<>();

    private ConfigReader(YamlSection top, EnvironmentReferences references) {
        this.top = top;
        this.settings = new BrokerSettingsReader(top);
        this.references = references;
    }

    /** Parses a file into its top-level section; throws ConfigException if it is not YAML. */
    public static YamlSection parse(String name, String yaml) {
        ConfigProblems problems = new ConfigProblems(name);
        YamlNode root = YamlReader.read(yaml, problems);
        YamlSection top = new YamlValue(problems, "", root.line(), root).section();
        top.expect(TOP_LEVEL_KEYS);
        top.ignore(VILLAGE);
        return top;
    }

    /** Reads the broker's settings, which are unusable if there are problems. */
    public static BrokerSettings read(YamlSection top, EnvironmentReferences references) {
        return new ConfigReader(top, references).settings();
    }

    private BrokerSettings settings() {
        int queueLimit = settings.queue();
        String defaultModel = settings.defaultModel().orElse(null);
        findProviders();
        Map<String, ConfiguredProvider> read = providers(defaultModel, queueLimit);
        top.section("routes").sections().forEach(this::addRoute);
        settings.readOthers();
        return new BrokerSettings(read, endpoints(), settings.catalog, settings.settings);
    }

    private void findProviders() {
        Optional<YamlValue> section = top.get("providers");
        section.map(YamlValue::entries).ifPresent(providers::putAll);
        boolean misspelled = top.keys().stream()
                .anyMatch(key -> !key.equals(VILLAGE) && !TOP_LEVEL_KEYS.contains(key));
        if (section.isEmpty() && top.location().isMapping() && !misspelled) {
            top.location()
                    .withPath("providers")
                    .reportProblem("is missing (expected at least one provider)");
        }
        section.filter(YamlValue::isMapping).ifPresent(value -> {
            if (providers.isEmpty() || providers.size() > MAX_PROVIDERS) {
                value.reportProblem(
                        providers.size() + " providers (expected 1 to " + MAX_PROVIDERS + ")");
            }
        });
    }

    private Map<String, ConfiguredProvider> providers(@Nullable String model, int queueLimit) {
        Map<String, ConfiguredProvider> read = new LinkedHashMap<>();
        ProviderReader reader = new ProviderReader(
                new ConnectionReader(references), providers.keySet(), model, queueLimit);
        providers.forEach((name, value) -> {
            if (PROVIDER_NAME.matcher(name).matches()) {
                reader.read(name, value).ifPresent(provider -> read.put(name, provider));
            } else {
                value.reportProblem(
                        "not a name for a provider (expected letters, digits, dots, hyphens"
                                + " and underscores, 64 at most)");
            }
        });
        if (read.size() == providers.size()) {
            checkPools(read);
        }
        return read;
    }

    /** The servers of a pool, two or more, serve the same models. */
    private void checkPools(Map<String, ConfiguredProvider> read) {
        Map<String, List<ProviderSettings>> pools = read.values().stream()
                .map(ConfiguredProvider::settings)
                .filter(server -> !server.pool().isEmpty())
                .collect(Collectors.groupingBy(ProviderSettings::pool, TreeMap::new, toList()));
        pools.forEach((pool, servers) -> {
            ProviderSettings first = servers.get(0);
            if (servers.size() == 1) {
                report(first, "is alone in pool " + pool + " (expected two servers or more)");
            }
            servers.stream()
                    .filter(server -> !server.model().equals(first.model())
                            || !Set.copyOf(server.models()).equals(Set.copyOf(first.models())))
                    .forEach(server -> report(
                            server,
                            "serves other models than " + first.name()
                                    + " (expected the same in pool " + pool + ")"));
        });
    }

    private void report(ProviderSettings provider, String text) {
        Optional.ofNullable(providers.get(provider.name()))
                .ifPresent(value -> value.reportProblem(text));
    }

    private void addRoute(String model, YamlSection section) {
        Optional<YamlValue> provider =
                section.required("provider", "the name of a configured provider");
        String[] fallback = section.get("fallback").stream()
                .flatMap(list -> ProviderReader.providerNames(list, providers.keySet()).stream())
                .toArray(String[]::new);
        provider.flatMap(value -> value.oneOf("a configured provider", providers.keySet()))
                .ifPresent(name ->
                        settings.settings.add(builder -> builder.route(model, name, fallback)));
    }

    private List<String> endpoints() {
        return top.section("endpoints").get("allow").map(ConfigReader::hosts).orElse(List.of());
    }

    /** Reads a list of hosts, in lower case. */
    public static List<String> hosts(YamlValue list) {
        return list.items().stream().flatMap(item -> host(item).stream()).toList();
    }

    private static Optional<String> host(YamlValue value) {
        return value.text()
                .filter(text -> {
                    boolean host = HOST.matcher(text).matches();
                    if (!host) {
                        value.reportProblem(
                                SafeText.quoted(text) + " is not a host (expected one such as"
                                        + " api.example.com or localhost:8080)");
                    }
                    return host;
                })
                .map(text -> text.toLowerCase(Locale.ROOT));
    }
}
