/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.provider.http.OpenAiProvider;
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
    private static final Map<String, String> FAMILIES = Map.of("openai", "openai");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern CARRIES_KEY =
            Pattern.compile("(?i).*(auth|key|token|secret|cookie|password|credential).*");

    /** Where well-known providers speak OpenAI's protocol. */
    private static final Map<String, String> URLS = Map.of(
            "groq", "https://api.groq.com/openai/v1",
            "cerebras", "https://api.cerebras.ai/v1",
            "openai", "https://api.openai.com/v1",
            "ollama", "http://localhost:11434/v1");

    /** The one well-known provider whose protocol, unless the file says otherwise, is another. */
    private static final String OTHER_FAMILY = "anthropic";

    private final References references;

    ConnectionReader(References references) {
        this.references = references;
    }

    /** The connection, or nothing if a part that it cannot do without is missing. */
    Optional<Connection> read(String name, Section section) {
        checkFamily(name, section);
        Optional<URI> url = url(name, section);
        List<Secret> keys = keys(section);
        Map<String, Secret> headers = new LinkedHashMap<>();
        section.get("headers").ifPresent(value -> readHeaders(value, headers));
        boolean jsonMode = section.flag("json-mode", false);
        Duration connect =
                section.duration("connect-timeout", DAY, OpenAiProvider.DEFAULT_CONNECT_TIMEOUT);
        Duration gap = section.duration("gap-timeout", DAY, OpenAiProvider.DEFAULT_GAP_TIMEOUT);
        return url.map(at -> new Connection(at, keys, headers, jsonMode, connect, gap))
                .flatMap(made -> section.at().guard(() -> checked(made)));
    }

    /** Lets the provider's own builder have a look, which opens nothing. */
    private static Connection checked(Connection connection) {
        Opening.dial(connection, Optional.empty(), 1);
        return connection;
    }

    private static void checkFamily(String name, Section section) {
        Optional<Value> family = section.get("family");
        family.ifPresent(value -> value.choice("a family", FAMILIES));
        if (family.isEmpty() && name.equals(OTHER_FAMILY)) {
            section.at()
                    .problem("family \"" + name + "\" is not a family (expected openai: say so"
                            + " with family if the server at url speaks it)");
        }
    }

    private static Optional<URI> url(String name, Section section) {
        Optional<Value> given = section.get("url");
        if (given.isPresent()) {
            return given.flatMap(ConnectionReader::address);
        }
        Optional<URI> known = Optional.ofNullable(URLS.get(name)).map(URI::create);
        if (known.isEmpty()) {
            section.at()
                    .problem(
                            "has no url (expected one such as url:" + " http://localhost:8080/v1)");
        }
        return known;
    }

    /** Repeats nothing that may hold a password or a key. */
    private static Optional<URI> address(Value value) {
        return value.text().flatMap(text -> {
            if (text.contains("@") || text.contains("?") || text.contains("#")) {
                value.problem("holds a user name, a password or a query (expected host and path;"
                        + " keys go into key or headers)");
                return Optional.empty();
            }
            Optional<URI> url = parsed(text);
            if (url.isEmpty()) {
                value.problem(Shown.value(text) + " is not an address (expected http or https and a"
                        + " host, as in http://localhost:8080/v1)");
            }
            return url;
        });
    }

    private static Optional<URI> parsed(String text) {
        try {
            URI url = URI.create(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            return web && url.getHost() != null && url.getPort() <= 0xffff
                    ? Optional.of(url)
                    : Optional.empty();
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
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
