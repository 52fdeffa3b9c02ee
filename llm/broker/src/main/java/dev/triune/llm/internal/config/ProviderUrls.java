/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the URLs of providers, and knows those of well-known ones. */
final class ProviderUrls {
    private static final String EXAMPLE = "http://localhost:8080/v1";

    private ProviderUrls() {}

    static Optional<URI> read(String name, @Nullable ProviderKind family, YamlSection section) {
        return section.get("url")
                .map(given -> configuredUrl(family, given))
                .orElseGet(() ->
                        family == null ? Optional.empty() : defaultUrl(name, family, section));
    }

    /** Returns the default URL; none for names of other providers, which must not get the key. */
    private static Optional<URI> defaultUrl(String name, ProviderKind family, YamlSection section) {
        Optional<String> openAi = openAiUrl(name);
        boolean elsewhere = openAi.isPresent() && !name.equals(family.label());
        Optional<String> known = family == ProviderKind.OPENAI
                ? openAi
                : Optional.of(family.url()).filter(own -> !own.isEmpty() && !elsewhere);
        if (known.isEmpty()) {
            section.location()
                    .reportProblem("has no url (expected one such as url: "
                            + (family.url().isEmpty() ? EXAMPLE : family.url()) + ")");
        }
        return known.map(URI::create);
    }

    /** Returns the URL at which a well-known provider speaks OpenAI's protocol. */
    private static Optional<String> openAiUrl(String name) {
        return switch (name) {
            case "anthropic" -> Optional.of(ProviderKind.ANTHROPIC.url() + "/v1");
            case "ollama" -> Optional.of(ProviderKind.OLLAMA.url() + "/v1");
            default ->
                Arrays.stream(ServerKind.values())
                        .filter(kind -> kind.label().equals(name) && !kind.url().isEmpty())
                        .map(ServerKind::url)
                        .findFirst();
        };
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
