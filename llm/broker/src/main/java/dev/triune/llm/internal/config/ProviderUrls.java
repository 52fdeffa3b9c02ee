/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the URLs of providers, and knows those of well-known ones. */
final class ProviderUrls {
    private static final String EXAMPLE = "http://localhost:8080/v1";

    /** The URLs at which well-known providers speak OpenAI's protocol. */
    private static final Map<String, String> OPENAI_URLS = Map.of(
            "groq", "https://api.groq.com/openai/v1",
            "cerebras", "https://api.cerebras.ai/v1",
            "openai", "https://api.openai.com/v1",
            "openrouter", "https://openrouter.ai/api/v1",
            "gemini", "https://generativelanguage.googleapis.com/v1beta/openai",
            "anthropic", "https://api.anthropic.com/v1",
            "ollama", "http://localhost:11434/v1");

    /** The default URLs of protocols that have one. */
    private static final Map<ProviderKind, String> PROTOCOL_URLS = Map.of(
            ProviderKind.ANTHROPIC, "https://api.anthropic.com",
            ProviderKind.OLLAMA, "http://localhost:11434",
            ProviderKind.GATEWAY, "http://127.0.0.1:8766");

    private ProviderUrls() {}

    static Optional<URI> read(String name, @Nullable ProviderKind family, YamlSection section) {
        return section.get("url")
                .map(given -> configuredUrl(family, given))
                .orElseGet(() ->
                        family == null ? Optional.empty() : defaultUrl(name, family, section));
    }

    /** Returns the default URL; none for names of other providers, which must not get the key. */
    private static Optional<URI> defaultUrl(String name, ProviderKind family, YamlSection section) {
        boolean elsewhere = OPENAI_URLS.containsKey(name) && !name.equals(family.label());
        Optional<String> known = family == ProviderKind.OPENAI
                ? Optional.ofNullable(OPENAI_URLS.get(name))
                : Optional.ofNullable(PROTOCOL_URLS.get(family)).filter(own -> !elsewhere);
        if (known.isEmpty()) {
            section.location()
                    .reportProblem("has no url (expected one such as url: "
                            + PROTOCOL_URLS.getOrDefault(family, EXAMPLE) + ")");
        }
        return known.map(URI::create);
    }

    private static Optional<URI> configuredUrl(@Nullable ProviderKind family, YamlValue value) {
        return parse(value).filter(url -> {
            boolean wrongDoor = family == ProviderKind.OLLAMA && url.getPath().matches(".*/v1/*");
            if (wrongDoor) {
                value.reportProblem(
                        SafeText.quoted(url.toString()) + " is where Ollama speaks OpenAI's"
                                + " protocol (leave out /v1, or say family: openai)");
            }
            return !wrongDoor;
        });
    }

    /** Parses a URL; problems never repeat passwords or keys. */
    private static Optional<URI> parse(YamlValue value) {
        return value.text().flatMap(text -> {
            if (text.contains("@") || text.contains("?") || text.contains("#")) {
                value.reportProblem(
                        "holds a user name, a password or a query (expected host and path;"
                                + " keys go into key or headers)");
                return Optional.empty();
            }
            Optional<URI> url = tryParse(text);
            if (url.isEmpty()) {
                value.reportProblem(
                        SafeText.quoted(text) + " is not an address (expected http or https and a"
                                + " host, as in " + EXAMPLE + ")");
            }
            return url;
        });
    }

    private static Optional<URI> tryParse(String text) {
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
}
