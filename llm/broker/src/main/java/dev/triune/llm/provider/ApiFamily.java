/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.Locale;

/** The protocols that servers of models speak. */
public enum ApiFamily {
    /**
     * OpenAI's chat completions: OpenAI itself, Groq, Cerebras, OpenRouter, llama.cpp, vLLM, LM
     * Studio, Gemini through its compatible door and many more. Streams server-sent events.
     */
    OPENAI("", "chat/completions"),

    /** Anthropic's messages. Streams server-sent events. */
    ANTHROPIC("v1", "messages"),

    /** Ollama's own chat. Streams one JSON object a line. */
    OLLAMA("api", "chat");

    private final String root;
    private final String call;

    ApiFamily(String root, String call) {
        this.root = root;
        this.call = call;
    }

    /**
     * The path of a call below a base URL. Whether the URL ends with the first segment of the
     * protocol ({@code v1}, {@code api}) or stops before it makes no difference.
     *
     * @param lastSegment the last segment of the URL's path, or empty
     * @return segments joined by slashes, without one at the ends
     */
    public String path(String lastSegment) {
        return root.isEmpty() || root.equals(lastSegment) ? call : root + "/" + call;
    }

    /** The name as configuration files and command lines spell it: {@code openai} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
