/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of a server beyond its protocol. Immutable; each {@code with} method returns a changed
 * copy and checks its value.
 *
 * <pre>{@code
 * HttpProvider.openAi("http://localhost:8000/v1")
 *         .server(ServerSettings.of(ServerKind.VLLM).withSendPriority(true))
 * }</pre>
 *
 * @param kind the kind of server; null to derive it from the host
 * @param sendPriority whether vLLM, run with {@code --scheduling-policy priority}, gets priorities
 * @param keepAlive how long Ollama keeps a model loaded, up to a year; null for the server's
 *     default
 * @param minContext the minimum context to request from Ollama, {@value #MIN_CONTEXT} to {@value
 *     #MAX_CONTEXT} tokens, doubled as prompts grow; 0 for the server's, which truncates longer
 *     prompts
 */
public record ServerSettings(
        @Nullable ServerKind kind,
        boolean sendPriority,
        @Nullable Duration keepAlive,
        int minContext) {
    /** The minimum of {@link #minContext}, in tokens. */
    public static final int MIN_CONTEXT = 512;

    /** The maximum of {@link #minContext}, in tokens. */
    public static final int MAX_CONTEXT = 1 << 18;

    /** The default of {@link #minContext}, in tokens. */
    public static final int DEFAULT_CONTEXT = 8192;

    /** Settings derived from the host alone. */
    public static final ServerSettings DEFAULT =
            new ServerSettings(null, false, null, DEFAULT_CONTEXT);

    private static final Duration LONGEST_KEEP_ALIVE = Duration.ofDays(365);

    public ServerSettings {
        if (sendPriority && kind != ServerKind.VLLM) {
            throw new IllegalArgumentException("send-priority with server "
                    + (kind == null ? "not set" : kind.label()) + " (expected server vllm)");
        }
        if (keepAlive != null
                && (keepAlive.isNegative() || keepAlive.compareTo(LONGEST_KEEP_ALIVE) > 0)) {
            throw new IllegalArgumentException(
                    "keep-alive " + keepAlive + " (expected 0 to 365 days)");
        }
        if (minContext != 0 && (minContext < MIN_CONTEXT || minContext > MAX_CONTEXT)) {
            throw new IllegalArgumentException("min-context " + minContext + " (expected "
                    + MIN_CONTEXT + " to " + MAX_CONTEXT + ", or 0 for the server's own)");
        }
    }

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

    /** The way a server restricts plans to JSON; if it rejects one, the next weaker one is used. */
    public enum StructuredOutput {
        /** Restricts the answer to the schema of the request, or to JSON if the request has none. */
        SCHEMA,

        /** As {@link #SCHEMA}, but not streamed, for servers that cannot stream it, such as Groq. */
        SCHEMA_WHOLE,

        /** Restricts the answer to JSON. */
        JSON,

        /** No restriction; only the prompt requires JSON. */
        NONE;

        /** Returns the name in configuration files: {@code schema-whole} and so on. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns the settings of a kind of server. */
    public static ServerSettings of(ServerKind kind) {
        return new ServerSettings(
                Objects.requireNonNull(kind, "kind"), false, null, DEFAULT_CONTEXT);
    }

    /** Copies these settings with priorities sent, or not, to a vLLM server. */
    public ServerSettings withSendPriority(boolean value) {
        return new ServerSettings(kind, value, keepAlive, minContext);
    }

    /** Copies these settings with another time for which Ollama keeps a model loaded. */
    public ServerSettings withKeepAlive(Duration time) {
        return new ServerSettings(kind, sendPriority, time, minContext);
    }

    /** Copies these settings with another minimum context of Ollama, in tokens; 0 for its own. */
    public ServerSettings withMinContext(int tokens) {
        return new ServerSettings(kind, sendPriority, keepAlive, tokens);
    }

    /** Returns the configured kind of this server, otherwise that of the host. */
    public ServerKind kindAt(String host) {
        return kind == null ? ServerKind.ofHost(host) : kind;
    }

    /** Rejects settings that belong to another family of servers. */
    public void checkFamily(ApiFamily family) {
        if (kind != null && family != ApiFamily.OPENAI) {
            throw new IllegalArgumentException("server " + kind.label() + " with family "
                    + family.label() + " (expected family openai, or no server)");
        }
        if (family != ApiFamily.OLLAMA && (keepAlive != null || minContext != DEFAULT_CONTEXT)) {
            throw new IllegalArgumentException((keepAlive != null ? "keep-alive" : "min-context")
                    + " with family " + family.label() + " (expected family ollama)");
        }
    }
}
