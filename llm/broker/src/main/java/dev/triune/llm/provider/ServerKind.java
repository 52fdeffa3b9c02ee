/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;

/** The servers that speak OpenAI's protocol with additional options. */
public enum ServerKind {
    /** OpenAI itself. */
    OPENAI("https://api.openai.com/v1"),
    /** Groq. */
    GROQ("https://api.groq.com/openai/v1"),
    /** Cerebras. */
    CEREBRAS("https://api.cerebras.ai/v1"),
    /** Gemini's endpoint for OpenAI's protocol. */
    GEMINI("https://generativelanguage.googleapis.com/v1beta/openai"),
    /** OpenRouter. */
    OPENROUTER("https://openrouter.ai/api/v1"),
    /** vLLM. */
    VLLM(""),
    /** The server of llama.cpp. */
    LLAMA_CPP(""),
    /** Any other server, which only gets the options of OpenAI's protocol. */
    OTHER("");

    private final String url;

    ServerKind(String url) {
        this.url = url;
    }

    /** Returns the base URL of the service; empty for servers that run anywhere. */
    public String url() {
        return url;
    }

    /** Returns the kind of server at a host; {@link #OTHER} if unknown. */
    public static ServerKind ofHost(String host) {
        return Arrays.stream(values())
                .filter(kind -> host.equals(URI.create(kind.url).getHost()))
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the name in configuration files: {@code llama.cpp}, {@code vllm} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
