/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
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
        ApiFamily protocol = family == null || family == ProviderKind.GATEWAY
                ? ApiFamily.OPENAI
                : family.family();
        return value.text()
                .flatMap(text -> value.attempt(() -> {
                    HttpProvider.builder(protocol, text);
                    return URI.create(text);
                }));
    }
}
