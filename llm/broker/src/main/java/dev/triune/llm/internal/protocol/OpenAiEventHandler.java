/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import java.util.Locale;
import java.util.Set;

/**
 * Handles the chunks of a chat completion, or the completion in one piece. Only content, refusal
 * and tool calls of the first choice count, so reasoning is never text. The last usage counts, in
 * whichever chunk. Not thread-safe.
 */
final class OpenAiEventHandler extends AnswerEventHandler {
    /** The error of a server that stops without a reason. */
    private static final String UNEXPLAINED_ERROR = "{\"error\":{\"code\":500}}";

    /** The content types that are text; some servers send none. */
    private static final Set<String> TEXT_TYPES = Set.of("", "text", "output_text");

    private Usage usage = Usage.NONE;
    private String partType = "";
    private String partText = "";
    private boolean whole;
    private boolean serverFailed;

    OpenAiEventHandler(AnswerSink sink) {
        super(sink);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "choices" -> value.first(this::ofChoice);
            case "data" -> readEmbeddings(value);
            case "usage" -> readUsage(value);
            case "x_groq" -> value.fields(this::ofGroq);
            default -> {}
        }
    }

    @Override
    void endOfEvent() {
        if (serverFailed) {
            end(new StreamEnd.ErrorReported(UNEXPLAINED_ERROR));
        } else if (whole) {
            endComplete();
        }
    }

    /** Handles a list of embeddings, which replaces the choices. */
    private void readEmbeddings(JsonEventReader data) {
        if (isInOnePiece() && data.isList()) {
            whole = true;
            emitText(data.json());
        }
    }

    private void ofChoice(String name, JsonEventReader value) {
        switch (name) {
            case "delta" -> value.fields(this::ofMessage);
            case "message" -> ofWhole(value);
            case "logprobs" -> {
                if (value.isObject()) {
                    emitLogprobs(value.json());
                }
            }
            case "finish_reason" -> readFinishReason(value.text());
            default -> {}
        }
    }

    /** Handles a whole message; next to a delta, as some servers send it, it is ignored. */
    private void ofWhole(JsonEventReader message) {
        if (isInOnePiece() && message.isObject()) {
            whole = true;
            message.fields(this::ofMessage);
        }
    }

    private void ofMessage(String name, JsonEventReader value) {
        switch (name) {
            case "content" -> {
                emitText(value.text());
                value.each(this::readContentPart);
            }
            case "refusal" -> {
                if (!value.text().isEmpty()) {
                    recordReason(FinishReason.REFUSAL);
                }
            }
            case "tool_calls" -> value.each(this::readToolCall);
            case "function_call" -> readToolCall(value);
            default -> {}
        }
    }

    /** Handles a typed part, which some servers send in a list; only text is emitted. */
    private void readContentPart(JsonEventReader part) {
        partType = "";
        partText = "";
        part.fields((name, value) -> {
            switch (name) {
                case "type" -> partType = value.text();
                case "text" -> partText = value.text();
                default -> {}
            }
        });
        if (TEXT_TYPES.contains(partType)) {
            emitText(partText);
        }
    }

    private void readToolCall(JsonEventReader value) {
        if (value.isObject()) {
            ToolCallDraft piece = new ToolCallDraft();
            value.fields(piece::field);
            addToolCall(piece);
        }
    }

    private void ofGroq(String name, JsonEventReader value) {
        if (name.equals("usage")) {
            readUsage(value);
        } else if (name.equals("error") && !value.isNull()) {
            fail();
        }
    }

    private void readUsage(JsonEventReader value) {
        if (value.isObject()) {
            UsageFields report = new UsageFields();
            value.fields(report::field);
            usage = report.usage();
            reportUsage();
        }
    }

    /** Handles a reason: two report server errors; unknown ones are {@link FinishReason#STOP}. */
    private void readFinishReason(String reason) {
        switch (reason.toLowerCase(Locale.ROOT)) {
            case "" -> {}
            case "error" -> serverFailed = true;
            case "insufficient_system_resource" -> end(new StreamEnd.CutOff());
            case "length", "max_tokens", "model_length" -> finish(FinishReason.LENGTH);
            case "content_filter", "safety" -> finish(FinishReason.CONTENT_FILTER);
            case "refusal" -> finish(FinishReason.REFUSAL);
            case "tool_calls", "function_call" -> finish(FinishReason.TOOL_CALLS);
            default -> finish(FinishReason.STOP);
        }
    }

    /**
     * The tokens in the format of OpenAI's family. Prompt tokens include cached ones. Tokens of the
     * total beyond prompt and completion are thinking, billed as output (Gemini, xAI).
     */
    private static final class UsageFields {
        private long prompt;
        private long completion;
        private long total;
        private long cacheRead;
        private long cacheWrite;

        void field(String name, JsonEventReader value) {
            switch (name) {
                case "prompt_tokens" -> prompt = value.tokens();
                case "completion_tokens" -> completion = value.tokens();
                case "total_tokens" -> total = value.tokens();
                case "prompt_cache_hit_tokens" -> cacheRead = Math.max(cacheRead, value.tokens());
                case "prompt_tokens_details" -> value.fields(this::ofPrompt);
                default -> {}
            }
        }

        private void ofPrompt(String name, JsonEventReader value) {
            switch (name) {
                case "cached_tokens" -> cacheRead = Math.max(cacheRead, value.tokens());
                case "cache_write_tokens" -> cacheWrite = value.tokens();
                default -> {}
            }
        }

        Usage usage() {
            long read = Math.min(prompt, cacheRead);
            long write = Math.min(prompt - read, cacheWrite);
            return new Usage(
                    prompt - read - write, read, write, Math.max(completion, total - prompt));
        }
    }
}
