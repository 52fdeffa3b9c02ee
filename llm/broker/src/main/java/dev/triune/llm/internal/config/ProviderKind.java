/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.provider.ApiFamily;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a provider of the file speaks: the protocol of a family of servers, a gateway's, or none, for a
 * model in this process from another artifact.
 */
enum ProviderKind {
    OPENAI,
    ANTHROPIC,
    OLLAMA,
    GATEWAY,
    LOCAL;

    private static final Pattern LOCAL_FAMILY = Pattern.compile("local");
    static final Map<String, ProviderKind> NAMED = YamlValue.words(values(), ProviderKind::label);

    /** The family of servers; neither a gateway nor a local model has one. */
    ApiFamily family() {
        return ApiFamily.valueOf(name());
    }

    /** The kind of a provider whose section names none; a local model is always named as one. */
    static ProviderKind usual(String name) {
        ProviderKind kind = NAMED.getOrDefault(name, OPENAI);
        return kind == LOCAL ? OPENAI : kind;
    }

    /** Whether a section names a model in this process. */
    static boolean isLocal(YamlSection section) {
        return section.get("family").filter(value -> value.isText(LOCAL_FAMILY)).isPresent();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
