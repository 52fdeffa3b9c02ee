/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ApiFamily;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The protocol of a provider in the file: that of a family of servers, a gateway's, or none for a
 * model on this machine, run by another artifact.
 */
enum ProviderKind {
    OPENAI(""),
    ANTHROPIC("https://api.anthropic.com"),
    OLLAMA("http://localhost:11434"),
    GATEWAY("http://127.0.0.1:8766"),
    LOCAL(""),
    LLAMA_SERVER("");

    private static final Pattern OWN_FAMILY = Pattern.compile("local|llama-server");
    static final Map<String, ProviderKind> NAMED = YamlValue.words(values(), ProviderKind::label);

    private final String url;

    ProviderKind(String url) {
        this.url = url;
    }

    String url() {
        return url;
    }

    /** Returns the family of servers, which a gateway and a local model do not have. */
    ApiFamily family() {
        return ApiFamily.valueOf(name());
    }

    /** Returns the default kind of a provider, which is never a local model. */
    static ProviderKind usual(String name) {
        ProviderKind kind = NAMED.getOrDefault(name, OPENAI);
        return kind.isLocal() ? OPENAI : kind;
    }

    static boolean isLocal(YamlSection section) {
        return section.get("family").filter(value -> value.isText(OWN_FAMILY)).isPresent();
    }

    /** Whether another artifact runs the model, on this machine. */
    boolean isLocal() {
        return this == LOCAL || this == LLAMA_SERVER;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
