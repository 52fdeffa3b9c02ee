/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ApiFamily;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a provider of the file speaks: the protocol of a family of servers, or a gateway's. */
enum ProviderKind {
    OPENAI(Optional.of(ApiFamily.OPENAI)),
    ANTHROPIC(Optional.of(ApiFamily.ANTHROPIC)),
    OLLAMA(Optional.of(ApiFamily.OLLAMA)),
    GATEWAY(Optional.empty());

    /** By the words of the file. */
    static final Map<String, ProviderKind> NAMED = named();

    private final Optional<ApiFamily> family;

    ProviderKind(Optional<ApiFamily> family) {
        this.family = family;
    }

    /** The family of servers; empty for a gateway. */
    Optional<ApiFamily> family() {
        return family;
    }

    /** As the file spells it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, ProviderKind> named() {
        Map<String, ProviderKind> named = new LinkedHashMap<>();
        for (ProviderKind each : values()) {
            named.put(each.label(), each);
        }
        return named;
    }
}
