/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** The protocols of model servers. */
public enum ApiFamily {
    /** OpenAI's chat completions, which most servers speak. Streams server-sent events. */
    OPENAI,

    /** Anthropic's messages. Streams server-sent events. */
    ANTHROPIC,

    /** Ollama's own chat protocol. Streams one JSON object per line. */
    OLLAMA;

    /** Returns the name in configuration files: {@code openai} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
