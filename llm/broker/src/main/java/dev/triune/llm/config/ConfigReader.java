/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.policy.route.Routes.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the whole file: first all of it, then its problems are told together. */
final class ConfigReader {
    private static final int MOST_PROVIDERS = 100;
    private static final Pattern PROVIDER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?");

    private final Section top;
    private final SettingsReader settings;
    private final References references;
    private final Map<String, Value> providers = new LinkedHashMap<>();

    private ConfigReader(Section top, Function<String, Optional<String>> environment) {
        this.top = top;
        this.settings = new SettingsReader(top);
        this.references = new References(environment);
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if there is anything wrong with it
     */
    static BrokerConfig read(
            String name, String yaml, Function<String, Optional<String>> environment) {
        Problems problems = new Problems(name);
        YamlNode root = YamlReader.read(yaml, problems);
        Value top = new Value(problems, "", root.line(), root).without(Keys.OF_GAMES);
        BrokerConfig config = read(top.section(Keys.TOP), environment);
        problems.refuse();
        return config;
    }

    /** Reads a file of which nothing but the broker's own is left; problems are noted only. */
    static BrokerConfig read(Section top, Function<String, Optional<String>> environment) {
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
                settings.session(),
                settings.prices(),
                settings.cache(),
                endpoints(),
                new GatewayReader(references).read(top));
    }

    private void findProviders() {
        Optional<Value> section = top.get("providers");
        section.map(Value::named).ifPresent(providers::putAll);
        if (section.isEmpty() && top.at().isMapping()) {
            top.at().at("providers").problem("is missing (expected at least one provider)");
        }
        section.filter(Value::isMapping).ifPresent(value -> {
            if (providers.isEmpty() || providers.size() > MOST_PROVIDERS) {
                value.problem(
                        providers.size() + " providers (expected 1 to " + MOST_PROVIDERS + ")");
            }
        });
    }

    private Map<String, ProviderConfig> providers(Optional<String> model, int queueLimit) {
        Map<String, ProviderConfig> read = new LinkedHashMap<>();
        ProviderReader reader = new ProviderReader(
                new ConnectionReader(references), providers.keySet(), model, queueLimit);
        providers.forEach((name, value) -> {
            if (PROVIDER_NAME.matcher(name).matches()) {
                reader.read(name, value).ifPresent(provider -> read.put(name, provider));
            } else {
                value.problem("not a name for a provider (expected letters, digits, dots, hyphens"
                        + " and underscores, 64 at most)");
            }
        });
        return read;
    }

    private Map<String, Route> routes() {
        Map<String, Route> routes = new LinkedHashMap<>();
        top.named("routes").forEach((model, value) -> {
            if (value.checkMapping()) {
                route(value.section(Keys.ROUTE)).ifPresent(route -> routes.put(model, route));
            }
        });
        return routes;
    }

    private Optional<Route> route(Section section) {
        List<String> fallback = section.get("fallback")
                .map(value -> ProviderReader.names(value, providers.keySet()))
                .orElse(List.of());
        return section.needed("provider", "the name of a configured provider")
                .flatMap(value -> value.nameAmong("a configured provider", providers.keySet()))
                .map(provider -> new Route(provider, fallback));
    }

    private List<String> endpoints() {
        return top.section("endpoints", Keys.ENDPOINTS)
                .flatMap(section -> section.get("allow"))
                .map(ConfigReader::hosts)
                .orElse(List.of());
    }

    /** A list of hosts, in small letters. */
    static List<String> hosts(Value list) {
        return list.items().stream().flatMap(item -> host(item).stream()).toList();
    }

    private static Optional<String> host(Value value) {
        return value.text()
                .filter(text -> {
                    boolean host = HOST.matcher(text).matches();
                    if (!host) {
                        value.problem(Shown.value(text) + " is not a host (expected one such as"
                                + " api.example.com or localhost:8080)");
                    }
                    return host;
                })
                .map(text -> text.toLowerCase(Locale.ROOT));
    }
}
