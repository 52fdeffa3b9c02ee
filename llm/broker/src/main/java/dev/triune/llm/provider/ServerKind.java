/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Arrays;
import java.util.Locale;

/** The servers that speak OpenAI's protocol with additional options. */
public enum ServerKind {
    /** OpenAI itself. */
    OPENAI("api.openai.com"),
    /** Groq. */
    GROQ("api.groq.com"),
    /** Cerebras. */
    CEREBRAS("api.cerebras.ai"),
    /** Gemini's endpoint for OpenAI's protocol. */
    GEMINI("generativelanguage.googleapis.com"),
    /** OpenRouter. */
    OPENROUTER("openrouter.ai"),
    /** vLLM. */
    VLLM(""),
    /** The server of llama.cpp. */
    LLAMA_CPP(""),
    /** Any other server, which only gets the options of OpenAI's protocol. */
    OTHER("");

    private final String host;

    ServerKind(String host) {
        this.host = host;
    }

    /** Returns the kind of server at a host; {@link #OTHER} if unknown. */
    public static ServerKind ofHost(String host) {
        return Arrays.stream(values())
                .filter(kind -> !kind.host.isEmpty() && kind.host.equals(host))
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the name in configuration files: {@code llama.cpp}, {@code vllm} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
