/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.ConnectionSettings.Proxy;
import dev.triune.llm.internal.config.ConnectionSettings.Timeouts;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ProviderFamily;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the connection of a provider. */
final class ConnectionReader {
    private static final String FIRST_BYTE_TIMEOUT = "first-byte-timeout";
    private static final String GAP_TIMEOUT = "gap-timeout";
    private static final Logger LOG = Logger.getLogger(ConnectionReader.class.getName());
    private static final int MAX_KEYS = 64;
    private static final Map<String, StructuredOutput> STRUCTURES =
            YamlValue.words(StructuredOutput.values(), StructuredOutput::label);
    private static final Map<String, ServerKind> SERVERS =
            YamlValue.words(ServerKind.values(), ServerKind::label);
    private static final Pattern SECRET_HEADER =
            Pattern.compile("(?i).*(auth|key|token|secret|cookie|password|credential).*");

    private static final String PROXY_AUTHORIZATION = "proxy-authorization";

    private final EnvironmentReferences references;

    ConnectionReader(EnvironmentReferences references) {
        this.references = references;
    }

    Optional<ConnectionSettings> read(String name, YamlSection section) {
        if (ProviderKind.isLocal(section)) {
            return protocol(name, section).flatMap(kind -> local(kind, section));
        }
        ProviderKind kind = protocol(name, section).orElse(null);
        Optional<URI> url = ProviderUrls.read(name, kind, section);
        // judges each value, so that a refusal is reported with its line
        HttpProvider.Builder judge = HttpProvider.openAi("http://localhost");
        List<Secret> keys = keys(section, judge);
        boolean gateway = kind == ProviderKind.GATEWAY;
        String gameId =
                section.get("session").flatMap(value -> gameId(value, gateway)).orElse(null);
        Map<String, Secret> headers = headers(section, judge);
        StructuredOutput structured = section.get("structured")
                .flatMap(value -> value.choice("a kind of structured output", STRUCTURES))
                .orElse(null);
        ServerSettings server = server(section);
        Path ca = section.get("ca")
                .flatMap(value -> value.text()
                        .flatMap(file -> value.attempt(() -> certificates(file, judge))))
                .orElse(null);
        Timeouts timeouts = timeouts(section, judge);
        Proxy proxy = proxy(section, judge);
        if (kind == null || url.isEmpty()) {
            return Optional.empty();
        }
        if (keys.isEmpty() && headers.isEmpty() && refusesWithoutKey(kind, url.get(), section)) {
            LOG.warning(section.location()
                    .message("has no key, so that its server will refuse every call (add one, such"
                            + " as key: ${" + name.toUpperCase(Locale.ROOT).replace('-', '_')
                            + "_API_KEY})"));
        }
        ConnectionSettings made = new ConnectionSettings(
                kind,
                url.get(),
                keys,
                headers,
                structured,
                server,
                ca,
                timeouts,
                proxy,
                gameId,
                Map.of());
        return section.location().attempt(() -> checked(made));
    }

    /** Whether it is a well-known server on the Internet, which wants to know who calls. */
    private static boolean refusesWithoutKey(ProviderKind kind, URI url, YamlSection section) {
        boolean remote = "https".equals(url.getScheme());
        return section.get("url").isEmpty() && kind != ProviderKind.GATEWAY && remote;
    }

    /** Reads settings of a local model, which its artifact checks without loading the model. */
    private static Optional<ConnectionSettings> local(ProviderKind kind, YamlSection section) {
        ProviderFamily family = section.location()
                .attempt(() -> BrokerFactory.localFamily(kind))
                .orElse(null);
        if (family == null) {
            section.expect(section.keys()); // only that artifact knows which are right
            return Optional.empty();
        }
        Map<String, String> own = new LinkedHashMap<>();
        for (String key : family.keys()) {
            section.get(key).flatMap(YamlValue::text).ifPresent(text -> own.put(key, text));
        }
        return section.location().attempt(() -> {
            family.check(own);
            return ConnectionSettings.withDefaults(kind, URI.create("local:/"), Map.of(), own);
        });
    }

    /** Checks a connection with the provider's builder, without opening it. */
    private static ConnectionSettings checked(ConnectionSettings connection) {
        if (connection.isGateway()) {
            if (!connection.server().equals(ServerSettings.DEFAULT)) {
                throw new IllegalArgumentException(
                        "settings of a server with family gateway (put them into the gateway's"
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

    private static ServerSettings server(YamlSection section) {
        ServerSettings settings = section.get("server")
                .flatMap(value -> value.choice("a server", SERVERS))
                .map(ServerSettings::of)
                .orElse(ServerSettings.DEFAULT);
        settings = section.with(
                settings, "send-priority", YamlValue::flag, ServerSettings::withSendPriority);
        settings = section.with(
                settings, "keep-alive", YamlValue::duration, ServerSettings::withKeepAlive);
        return section.with(
                settings, "min-context", YamlValue::integer, ServerSettings::withMinContext);
    }

    /** Reads a certificate file early, to report its problems with the setting. */
    private static Path certificates(String file, HttpProvider.Builder judge) {
        Path path = Path.of(file);
        judge.caCertificates(path);
        return path;
    }

    private static Optional<String> gameId(YamlValue value, boolean gateway) {
        if (!gateway) {
            value.reportProblem(
                    "names a game at a gateway (set family: gateway, or remove session)");
            return Optional.empty();
        }
        return value.text()
                .flatMap(name -> value.attempt(() -> {
                    GatewayProvider.builder("http://localhost", name);
                    return name;
                }));
    }

    private static Timeouts timeouts(YamlSection section, HttpProvider.Builder judge) {
        Timeouts usual = Timeouts.DEFAULT;
        Duration gap = timeout(section, GAP_TIMEOUT, usual.gap(), judge::gapTimeout);
        Duration first = timeout(
                section,
                FIRST_BYTE_TIMEOUT,
                HttpSettings.usualFirstByteTimeout(gap),
                judge::firstByteTimeout);
        Duration answer = timeout(section, "answer-timeout", usual.answer(), judge::answerTimeout);
        warnIfWithoutEffect(section, FIRST_BYTE_TIMEOUT, first, answer);
        warnIfWithoutEffect(section, GAP_TIMEOUT, gap, answer);
        return new Timeouts(
                timeout(section, "connect-timeout", usual.connect(), judge::connectTimeout),
                first,
                gap,
                answer);
    }

    private static void warnIfWithoutEffect(
            YamlSection section, String key, Duration time, Duration answer) {
        if (time.compareTo(answer) >= 0) {
            section.get(key)
                    .ifPresent(value -> LOG.warning(value.message("has no effect, as the whole"
                            + " answer has no longer (expected less than answer-timeout, which is "
                            + answer.toMillis() + " ms)")));
        }
    }

    private static Duration timeout(
            YamlSection section, String key, Duration usual, Consumer<Duration> judge) {
        return section.with(usual, key, YamlValue::duration, (it, time) -> {
            judge.accept(time);
            return time;
        });
    }

    private List<Secret> keys(YamlSection section, HttpProvider.Builder judge) {
        List<Secret> keys = new ArrayList<>();
        section.firstOf("key", "keys").ifPresent(value -> {
            if (section.get("key").isPresent()) {
                key(value, judge).ifPresent(keys::add);
            } else {
                readKeys(value, keys, judge);
            }
        });
        return keys;
    }

    private Optional<Secret> key(YamlValue value, HttpProvider.Builder judge) {
        return references
                .key(value)
                .flatMap(key -> value.attempt(() -> {
                    judge.apiKey(key.reveal());
                    return key;
                }));
    }

    private void readKeys(YamlValue value, List<Secret> keys, HttpProvider.Builder judge) {
        List<YamlValue> items = value.items();
        if (items.size() > MAX_KEYS) {
            value.reportProblem(items.size() + " keys (expected " + MAX_KEYS + " at most)");
            return;
        }
        for (YamlValue item : items) {
            key(item, judge).ifPresent(key -> {
                if (keys.contains(key)) {
                    item.reportProblem("the same key as one before it (remove it)");
                }
                keys.add(key);
            });
        }
    }

    private Map<String, Secret> headers(YamlSection section, HttpProvider.Builder judge) {
        Map<String, Secret> headers = new LinkedHashMap<>();
        section.get("headers")
                .ifPresent(value -> value.entries().forEach((name, text) -> {
                    // first the name, in which a key may have been put, without its value
                    if (value.attempt(() -> judge.header(name, "")).isPresent()) {
                        header(name, text, judge).ifPresent(it -> headers.put(name, it));
                    }
                }));
        return headers;
    }

    private Optional<Secret> header(String name, YamlValue text, HttpProvider.Builder judge) {
        return references
                .header(text, SECRET_HEADER.matcher(name).matches())
                .flatMap(value -> text.attempt(() -> {
                    judge.header(name, value.reveal());
                    return value;
                }));
    }

    private @Nullable Proxy proxy(YamlSection section, HttpProvider.Builder judge) {
        String url = section.get("proxy")
                .flatMap(value -> value.text()
                        .flatMap(text -> value.attempt(() -> {
                            judge.proxy(text);
                            return text;
                        })))
                .orElse(null);
        if (url == null && section.get("proxy").isPresent()) {
            section.get(PROXY_AUTHORIZATION); // known, but useless without the proxy
            return null;
        }
        Secret authorization = section.get(PROXY_AUTHORIZATION)
                .flatMap(value -> references
                        .header(value, true)
                        .flatMap(secret -> value.attempt(() -> {
                            judge.proxyAuthorization(secret.reveal());
                            return secret;
                        })))
                .orElse(null);
        return url == null ? null : new Proxy(url, authorization);
    }
}
