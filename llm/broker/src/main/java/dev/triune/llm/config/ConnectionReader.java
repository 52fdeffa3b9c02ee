/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.provider.http.GatewayProviderBuilder;
import dev.triune.llm.provider.http.HttpProviderBuilder;
import dev.triune.llm.provider.wire.StructuredOutput;
import java.net.URI;
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
    private static final int MOST_KEYS = 64;
    private static final Map<String, StructuredOutput> STRUCTURES = structures();
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern CARRIES_KEY =
            Pattern.compile("(?i).*(auth|key|token|secret|cookie|password|credential).*");

    private final References references;
    private final ProxyReader proxies;

    ConnectionReader(References references) {
        this.references = references;
        this.proxies = new ProxyReader(references);
    }

    /** The connection, or nothing if a part that it cannot do without is missing. */
    Optional<Connection> read(String name, Section section) {
        Optional<Protocol> protocol = protocol(name, section);
        Optional<URI> url = Addresses.read(name, protocol, section);
        List<Secret> keys = keys(section);
        Map<String, Secret> headers = new LinkedHashMap<>();
        section.get("headers").ifPresent(value -> readHeaders(value, headers));
        Optional<StructuredOutput> structured = section.get("structured")
                .flatMap(value -> value.choice("a kind of structured output", STRUCTURES));
        Duration connect = section.duration(
                "connect-timeout", DAY, HttpProviderBuilder.DEFAULT_CONNECT_TIMEOUT);
        Duration gap =
                section.duration("gap-timeout", DAY, HttpProviderBuilder.DEFAULT_GAP_TIMEOUT);
        Duration deadline = section.duration("deadline", DAY, HttpProviderBuilder.DEFAULT_DEADLINE);
        Optional<String> proxy = proxies.proxy(section);
        Optional<Secret> authorization = proxies.authorization(section, proxy);
        Optional<String> session = section.get("session")
                .flatMap(value -> session(value, protocol.equals(Optional.of(Protocol.GATEWAY))));
        if (protocol.isEmpty() || url.isEmpty()) {
            return Optional.empty();
        }
        Connection made = new Connection(
                protocol.get().family(),
                url.get(),
                keys,
                headers,
                structured,
                connect,
                gap,
                deadline,
                proxy,
                authorization,
                session);
        return section.at().guard(() -> checked(made));
    }

    /** Lets the provider's own builder have a look, which opens nothing. */
    private static Connection checked(Connection connection) {
        if (connection.isGateway()) {
            Opening.dial(connection, Optional.empty(), 1, "any");
        } else {
            Opening.dial(connection, Optional.empty(), 1);
        }
        return connection;
    }

    /** By the name of the provider unless the file says otherwise; nothing if it says nonsense. */
    private static Optional<Protocol> protocol(String name, Section section) {
        return section.get("family")
                .map(value -> value.choice("a family", Protocol.NAMED))
                .orElseGet(() -> Optional.of(Protocol.NAMED.getOrDefault(name, Protocol.OPENAI)));
    }

    private static Optional<String> session(Value value, boolean gateway) {
        return value.text().filter(name -> {
            if (!gateway) {
                value.problem(
                        "names a game at a gateway (expected family: gateway, or no session)");
            } else if (name.length() > GatewayProviderBuilder.MAX_SESSION) {
                value.problem("a name of " + name.length() + " characters (expected "
                        + GatewayProviderBuilder.MAX_SESSION + " at most)");
            }
            return gateway && name.length() <= GatewayProviderBuilder.MAX_SESSION;
        });
    }

    private static Map<String, StructuredOutput> structures() {
        Map<String, StructuredOutput> structures = new LinkedHashMap<>();
        for (StructuredOutput how : StructuredOutput.values()) {
            structures.put(how.label(), how);
        }
        return structures;
    }

    private List<Secret> keys(Section section) {
        List<Secret> keys = new ArrayList<>();
        section.either("key", "keys").ifPresent(value -> {
            if (section.get("key").isPresent()) {
                references.key(value).ifPresent(keys::add);
            } else {
                readKeys(value, keys);
            }
        });
        return keys;
    }

    private void readKeys(Value value, List<Secret> keys) {
        List<Value> items = value.items();
        if (items.size() > MOST_KEYS) {
            value.problem(items.size() + " keys (expected " + MOST_KEYS + " at most)");
            return;
        }
        for (Value item : items) {
            references.key(item).ifPresent(key -> {
                if (keys.contains(key)) {
                    item.problem("the same key as one before it (expected another, or none)");
                }
                keys.add(key);
            });
        }
    }

    private void readHeaders(Value value, Map<String, Secret> headers) {
        value.named().forEach((name, text) -> {
            if (!TOKEN.matcher(name).matches()) {
                text.at(value.path())
                        .problem("a name that no header has (expected letters, digits"
                                + " and hyphens)");
                return;
            }
            boolean carriesKey = CARRIES_KEY.matcher(name).matches();
            references.header(text, carriesKey).ifPresent(secret -> headers.put(name, secret));
        });
    }
}
