/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ApiFamily;
import java.util.Locale;
import java.util.Map;

/** What a provider of the file speaks: the protocol of a family of servers, or a gateway's. */
enum ProviderKind {
    OPENAI,
    ANTHROPIC,
    OLLAMA,
    GATEWAY;

    static final Map<String, ProviderKind> NAMED = YamlValue.words(values(), ProviderKind::label);

    /** The family of servers; none for a gateway, which is refused. */
    ApiFamily family() {
        return ApiFamily.valueOf(name());
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
