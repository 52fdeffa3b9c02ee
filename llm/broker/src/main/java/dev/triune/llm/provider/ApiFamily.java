/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** The protocols that servers of models speak. */
public enum ApiFamily {
    /** OpenAI's chat completions, which most servers speak. Streams server-sent events. */
    OPENAI,

    /** Anthropic's messages. Streams server-sent events. */
    ANTHROPIC,

    /** Ollama's own chat. Streams one JSON object a line. */
    OLLAMA;

    /** The name in configuration files: {@code openai} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
