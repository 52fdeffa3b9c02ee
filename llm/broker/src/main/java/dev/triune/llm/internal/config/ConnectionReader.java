/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ServerKind;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads how a provider is reached. */
final class ConnectionReader {
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MAX_KEYS = 64;
    private static final Map<String, StructuredOutput> STRUCTURES =
            YamlValue.words(StructuredOutput.values(), StructuredOutput::label);
    private static final Map<String, ServerKind> SERVERS =
            YamlValue.words(ServerKind.values(), ServerKind::label);
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern SECRET_HEADER =
            Pattern.compile("(?i).*(auth|key|token|secret|cookie|password|credential).*");

    private final EnvironmentReferences environmentReferences;
    private final ProxyReader proxies;

    ConnectionReader(EnvironmentReferences environmentReferences) {
        this.environmentReferences = environmentReferences;
        this.proxies = new ProxyReader(environmentReferences);
    }

    /** The connection, or nothing if a part that it cannot do without is missing. */
    Optional<ConnectionSettings> read(String name, YamlSection yamlSection) {
        ProviderKind kind = protocol(name, yamlSection).orElse(null);
        Optional<URI> url = ProviderUrls.read(name, kind, yamlSection);
        List<Secret> keys = keys(yamlSection);
        boolean gateway = kind == ProviderKind.GATEWAY;
        Optional<String> session =
                yamlSection.get("session").flatMap(yamlValue -> gameId(yamlValue, gateway));
        Map<String, Secret> headers = new LinkedHashMap<>();
        yamlSection.get("headers").ifPresent(yamlValue -> readHeaders(yamlValue, headers));
        Optional<StructuredOutput> structured = yamlSection
                .get("structured")
                .flatMap(yamlValue -> yamlValue.choice("a kind of structured output", STRUCTURES));
        Optional<ServerSettings> server = server(yamlSection);
        Optional<Path> ca = yamlSection
                .get("ca")
                .flatMap(yamlValue -> yamlValue
                        .text()
                        .flatMap(file -> yamlValue.attempt(() -> certificates(file))));
        Duration connect = yamlSection.duration(
                "connect-timeout", DAY, HttpProvider.Builder.DEFAULT_CONNECT_TIMEOUT);
        Duration first = yamlSection.duration(
                "first-byte-timeout", DAY, HttpProvider.Builder.DEFAULT_FIRST_BYTE_TIMEOUT);
        Duration gap =
                yamlSection.duration("gap-timeout", DAY, HttpProvider.Builder.DEFAULT_GAP_TIMEOUT);
        Duration answer = yamlSection.duration(
                "answer-timeout", DAY, HttpProvider.Builder.DEFAULT_ANSWER_TIMEOUT);
        Optional<String> proxy = proxies.proxy(yamlSection);
        Optional<Secret> authorization = proxies.authorization(yamlSection, proxy.orElse(null));
        if (kind == null || url.isEmpty() || server.isEmpty()) {
            return Optional.empty();
        }
        ConnectionSettings made = new ConnectionSettings(
                kind,
                url.get(),
                keys,
                headers,
                structured,
                server.get(),
                ca,
                connect,
                first,
                gap,
                answer,
                proxy,
                authorization,
                session);
        return yamlSection.location().attempt(() -> checked(made));
    }

    /** Lets the provider's own builder have a look, which opens nothing. */
    private static ConnectionSettings checked(ConnectionSettings connectionSettings) {
        if (connectionSettings.isGateway()) {
            if (!connectionSettings.server().equals(ServerSettings.DEFAULT)) {
                throw new IllegalArgumentException(
                        "settings of a server with family gateway (expected them in the gateway's"
                                + " own file)");
            }
            BrokerFactory.builderFor(connectionSettings, null, "any");
        } else {
            BrokerFactory.builderFor(connectionSettings, null);
        }
        return connectionSettings;
    }

    /** By the name of the provider unless the file says otherwise; nothing if it says nonsense. */
    private static Optional<ProviderKind> protocol(String name, YamlSection yamlSection) {
        return yamlSection
                .get("family")
                .map(yamlValue -> yamlValue.choice("a family", ProviderKind.NAMED))
                .orElseGet(() ->
                        Optional.of(ProviderKind.NAMED.getOrDefault(name, ProviderKind.OPENAI)));
    }

    /** Which server it is; nothing if its settings contradict each other. */
    private static Optional<ServerSettings> server(YamlSection yamlSection) {
        ServerKind kind = yamlSection
                .get("server")
                .flatMap(yamlValue -> yamlValue.choice("a server", SERVERS))
                .orElse(null);
        int slots = yamlSection.integer("slots", 1, ServerSettings.MAX_SLOTS, 0);
        boolean priorities = yamlSection.flag("send-priority", false);
        Duration keepAlive = yamlSection
                .get("keep-alive")
                .flatMap(yamlValue -> yamlValue.duration(YamlSection.YEAR))
                .orElse(null);
        int context = yamlSection.integer(
                "min-context", 0, ServerSettings.MAX_CONTEXT, ServerSettings.DEFAULT_CONTEXT);
        return yamlSection
                .location()
                .attempt(() -> new ServerSettings(kind, slots, priorities, keepAlive, context));
    }

    /** Reads the file once, so that what is wrong with it is reported where it is named. */
    private static Path certificates(String file) {
        Path path = Path.of(file);
        HttpProvider.openAi("http://localhost").caCertificates(path);
        return path;
    }

    private static Optional<String> gameId(YamlValue yamlValue, boolean gateway) {
        return yamlValue.text().filter(name -> {
            if (!gateway) {
                yamlValue.reportProblem(
                        "names a game at a gateway (expected family: gateway, or no session)");
            } else if (name.length() > GatewayProvider.Builder.MAX_GAME_ID_LENGTH) {
                yamlValue.reportProblem("a name of " + name.length() + " characters (expected "
                        + GatewayProvider.Builder.MAX_GAME_ID_LENGTH + " at most)");
            }
            return gateway && name.length() <= GatewayProvider.Builder.MAX_GAME_ID_LENGTH;
        });
    }

    private List<Secret> keys(YamlSection yamlSection) {
        List<Secret> keys = new ArrayList<>();
        yamlSection.firstOf("key", "keys").ifPresent(yamlValue -> {
            if (yamlSection.get("key").isPresent()) {
                environmentReferences.key(yamlValue).ifPresent(keys::add);
            } else {
                readKeys(yamlValue, keys);
            }
        });
        return keys;
    }

    private void readKeys(YamlValue yamlValue, List<Secret> keys) {
        List<YamlValue> items = yamlValue.items();
        if (items.size() > MAX_KEYS) {
            yamlValue.reportProblem(items.size() + " keys (expected " + MAX_KEYS + " at most)");
            return;
        }
        for (YamlValue item : items) {
            environmentReferences.key(item).ifPresent(key -> {
                if (keys.contains(key)) {
                    item.reportProblem("the same key as one before it (expected another, or none)");
                }
                keys.add(key);
            });
        }
    }

    private void readHeaders(YamlValue yamlValue, Map<String, Secret> headers) {
        yamlValue.entries().forEach((name, text) -> {
            if (!HEADER_NAME.matcher(name).matches()) {
                text.withPath(yamlValue.path())
                        .reportProblem("a name that no header has (expected letters, digits"
                                + " and hyphens)");
                return;
            }
            boolean carriesKey = SECRET_HEADER.matcher(name).matches();
            environmentReferences
                    .header(text, carriesKey)
                    .ifPresent(secret -> headers.put(name, secret));
        });
    }
}
