/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** The protocols that servers of models speak. */
public enum ApiFamily {
    /**
     * OpenAI's chat completions: OpenAI itself, Groq, Cerebras, OpenRouter, llama.cpp, vLLM, LM
     * Studio, Gemini through its compatible door and many more. Streams server-sent events.
     */
    OPENAI,

    /** Anthropic's messages. Streams server-sent events. */
    ANTHROPIC,

    /** Ollama's own chat. Streams one JSON object a line. */
    OLLAMA;

    /** The name as configuration files and command lines spell it: {@code openai} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
