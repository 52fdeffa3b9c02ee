/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.provider.wire.Family;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a provider of the file speaks: the protocol of a family of servers, or a gateway's. */
enum Protocol {
    OPENAI(Optional.of(Family.OPENAI)),
    ANTHROPIC(Optional.of(Family.ANTHROPIC)),
    OLLAMA(Optional.of(Family.OLLAMA)),
    GATEWAY(Optional.empty());

    /** By the words of the file. */
    static final Map<String, Protocol> NAMED = named();

    private final Optional<Family> family;

    Protocol(Optional<Family> family) {
        this.family = family;
    }

    /** The family of servers; empty for a gateway. */
    Optional<Family> family() {
        return family;
    }

    /** As the file spells it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Protocol> named() {
        Map<String, Protocol> named = new LinkedHashMap<>();
        for (Protocol each : values()) {
            named.put(each.label(), each);
        }
        return named;
    }
}
