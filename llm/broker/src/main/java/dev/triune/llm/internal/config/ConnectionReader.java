/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.ConnectionSettings.Proxy;
import dev.triune.llm.internal.config.ConnectionSettings.Timeouts;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the connection of a provider. */
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

    private static final String PROXY_AUTHORIZATION = "proxy-authorization";

    /** The printable part of a proxy URL; the part after the port may be a password. */
    private static final Pattern PRINTABLE_PROXY =
            Pattern.compile("([a-z0-9]+://)?[A-Za-z0-9._-]+(:[0-9]*)?/?");

    private static final Pattern PROXY =
            Pattern.compile("(http|socks)://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}/?");

    private final EnvironmentReferences references;

    ConnectionReader(EnvironmentReferences references) {
        this.references = references;
    }

    Optional<ConnectionSettings> read(String name, YamlSection section) {
        if (ProviderKind.isLocal(section)) {
            return local(section);
        }
        ProviderKind kind = protocol(name, section).orElse(null);
        Optional<URI> url = ProviderUrls.read(name, kind, section);
        List<Secret> keys = keys(section);
        boolean gateway = kind == ProviderKind.GATEWAY;
        String gameId =
                section.get("session").flatMap(value -> gameId(value, gateway)).orElse(null);
        Map<String, Secret> headers = headers(section);
        StructuredOutput structured = section.get("structured")
                .flatMap(value -> value.choice("a kind of structured output", STRUCTURES))
                .orElse(null);
        Optional<ServerSettings> server = server(section);
        Path ca = section.get("ca")
                .flatMap(value ->
                        value.text().flatMap(file -> value.attempt(() -> certificates(file))))
                .orElse(null);
        Timeouts timeouts = timeouts(section);
        Proxy proxy = proxy(section);
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
                timeouts,
                proxy,
                gameId,
                Map.of());
        return section.location().attempt(() -> checked(made));
    }

    /** Reads settings of a local model, which its artifact checks without loading the model. */
    private static Optional<ConnectionSettings> local(YamlSection section) {
        return section.location().attempt(BrokerFactory::localFamily).flatMap(family -> {
            Map<String, String> own = new LinkedHashMap<>();
            for (String key : family.keys()) {
                section.get(key).flatMap(YamlValue::text).ifPresent(text -> own.put(key, text));
            }
            return section.location().attempt(() -> {
                family.check(own);
                return ConnectionSettings.withDefaults(
                        ProviderKind.LOCAL, URI.create("local:/"), Map.of(), own);
            });
        });
    }

    /** Checks a connection with the provider's builder, without opening it. */
    private static ConnectionSettings checked(ConnectionSettings connection) {
        if (connection.isGateway()) {
            if (!connection.server().equals(ServerSettings.DEFAULT)) {
                throw new IllegalArgumentException(
                        "settings of a server with family gateway (expected them in the gateway's"
                                + " own file)");
            }
            BrokerFactory.builderFor(connection, null, "any");
        } else {
            BrokerFactory.builderFor(connection, null);
        }
        return connection;
    }

    /** Reads the protocol, by default that of the provider's name; empty if invalid. */
    private static Optional<ProviderKind> protocol(String name, YamlSection section) {
        return section.get("family")
                .map(value -> value.choice("a family", ProviderKind.NAMED))
                .orElseGet(() -> Optional.of(ProviderKind.usual(name)));
    }

    /** Reads the server's settings; empty if they contradict each other. */
    private static Optional<ServerSettings> server(YamlSection section) {
        ServerKind kind = section.get("server")
                .flatMap(value -> value.choice("a server", SERVERS))
                .orElse(null);
        boolean priorities = section.flag("send-priority", false);
        Duration keepAlive = section.get("keep-alive")
                .flatMap(value -> value.duration(YamlSection.YEAR))
                .orElse(null);
        int context = section.integer(
                "min-context", 0, ServerSettings.MAX_CONTEXT, ServerSettings.DEFAULT_CONTEXT);
        return section.location()
                .attempt(() -> new ServerSettings(kind, priorities, keepAlive, context));
    }

    /** Checks a certificate file early, to report its problems with the setting. */
    private static Path certificates(String file) {
        Path path = Path.of(file);
        HttpProvider.openAi("http://localhost").caCertificates(path);
        return path;
    }

    private static Optional<String> gameId(YamlValue value, boolean gateway) {
        return value.text().filter(name -> {
            if (!gateway) {
                value.reportProblem(
                        "names a game at a gateway (expected family: gateway, or no session)");
            } else if (name.length() > GatewayProvider.Builder.MAX_GAME_ID_LENGTH) {
                value.reportProblem("a name of " + name.length() + " characters (expected "
                        + GatewayProvider.Builder.MAX_GAME_ID_LENGTH + " at most)");
            }
            return gateway && name.length() <= GatewayProvider.Builder.MAX_GAME_ID_LENGTH;
        });
    }

    private static Timeouts timeouts(YamlSection section) {
        Timeouts usual = Timeouts.DEFAULT;
        return new Timeouts(
                section.duration("connect-timeout", DAY, usual.connect()),
                section.duration("first-byte-timeout", DAY, usual.firstByte()),
                section.duration("gap-timeout", DAY, usual.gap()),
                section.duration("answer-timeout", DAY, usual.answer()));
    }

    private List<Secret> keys(YamlSection section) {
        List<Secret> keys = new ArrayList<>();
        section.firstOf("key", "keys").ifPresent(value -> {
            if (section.get("key").isPresent()) {
                references.key(value).ifPresent(keys::add);
            } else {
                readKeys(value, keys);
            }
        });
        return keys;
    }

    private void readKeys(YamlValue value, List<Secret> keys) {
        List<YamlValue> items = value.items();
        if (items.size() > MAX_KEYS) {
            value.reportProblem(items.size() + " keys (expected " + MAX_KEYS + " at most)");
            return;
        }
        for (YamlValue item : items) {
            references.key(item).ifPresent(key -> {
                if (keys.contains(key)) {
                    item.reportProblem("the same key as one before it (expected another, or none)");
                }
                keys.add(key);
            });
        }
    }

    private Map<String, Secret> headers(YamlSection section) {
        Map<String, Secret> headers = new LinkedHashMap<>();
        section.get("headers")
                .ifPresent(value -> value.entries().forEach((name, text) -> {
                    if (!HEADER_NAME.matcher(name).matches()) {
                        text.withPath(value.path())
                                .reportProblem("a name that no header has (expected letters, digits"
                                        + " and hyphens)");
                        return;
                    }
                    boolean carriesKey = SECRET_HEADER.matcher(name).matches();
                    references
                            .header(text, carriesKey)
                            .ifPresent(secret -> headers.put(name, secret));
                }));
        return headers;
    }

    private @Nullable Proxy proxy(YamlSection section) {
        String url = section.get("proxy")
                .flatMap(value -> value.text().filter(text -> {
                    boolean known = isProxy(text);
                    if (!known) {
                        value.reportProblem(invalidProxyMessage(text));
                    }
                    return known;
                }))
                .orElse(null);
        Secret authorization = proxyAuthorization(section, url).orElse(null);
        return url == null ? null : new Proxy(url, authorization);
    }

    private static String invalidProxyMessage(String text) {
        if (text.contains("@")) {
            return "holds a user name or a password (expected host and port; they go into "
                    + PROXY_AUTHORIZATION + ")";
        }
        String what =
                PRINTABLE_PROXY.matcher(text).matches() ? SafeText.quoted(text) + " is not" : "not";
        return what + " a proxy (expected http or socks, a host and a port, as in"
                + " http://127.0.0.1:3128)";
    }

    /** Whether the provider's builder accepts it as a proxy, and it has no path. */
    private static boolean isProxy(String text) {
        if (!PROXY.matcher(text).matches()) {
            return false;
        }
        try {
            HttpProvider.openAi("http://localhost").proxy(text);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** Reads the authorization for the proxy; empty if there is none, or no proxy (a problem). */
    private Optional<Secret> proxyAuthorization(YamlSection section, @Nullable String proxy) {
        return section.get(PROXY_AUTHORIZATION).flatMap(value -> {
            boolean socks = proxy != null && proxy.startsWith("socks:");
            if (section.get("proxy").isEmpty()) {
                value.reportProblem(
                        "is there without proxy (expected proxy and its address besides)");
            } else if (socks) {
                value.reportProblem(
                        "is there with a socks proxy, which is not sent one (expected an"
                                + " http proxy)");
            }
            return references.header(value, true).filter(secret -> proxy != null && !socks);
        });
    }
}
