/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Interprets an answer's events; tool calls are emitted at its end. Not thread-safe. */
abstract class AnswerEventHandler {
    /** The maximum characters of an answer, including its tool calls. */
    static final int MAX_CHARACTERS = 4 << 20;

    static final int MAX_TOOL_CALLS = 128; // the maximum number of tool calls of an answer

    private final AnswerSink sink;
    private final List<ToolCallDraft> toolCalls = new ArrayList<>();
    private FinishReason reason = FinishReason.STOP;
    private boolean usageReported;
    private String halfPair = "";
    private int characters;
    private boolean finishing;
    private boolean finished;
    private boolean failed;
    private boolean inOnePiece;
    private @Nullable StreamEnd streamEnd;

    AnswerEventHandler(AnswerSink sink) {
        this.sink = sink;
    }

    static AnswerEventHandler of(ApiFamily family, AnswerSink sink) {
        return switch (family) {
            case OPENAI -> new OpenAiEventHandler(sink);
            case ANTHROPIC -> new AnthropicEventHandler(sink);
            case OLLAMA -> new OllamaEventHandler(sink);
        };
    }

    /** Reads an event; false if it reports an error. */
    final boolean read(JsonEventReader event) {
        failed = false;
        finishing = false;
        boolean object = event.isObject();
        event.fields(this::fieldOrError);
        event.elements(this::onlyError);
        if (!failed && !object) {
            end(new StreamEnd.Unreadable("it holds JSON that is no object"));
        }
        return !failed;
    }

    /** Handles a field in a list, in which only Gemini's errors come. */
    private void onlyError(String name, JsonEventReader value) {
        failed |= name.equals("error") && !value.isNull();
    }

    private void fieldOrError(String name, JsonEventReader value) {
        if (name.equals("error")) {
            failed |= !value.isNull();
        } else {
            field(name, value);
        }
    }

    /** Applies what a complete event said. */
    final void commit() {
        finished |= finishing;
        if (usageReported) {
            usageReported = false;
            sink.usage(usage());
        }
        endOfEvent();
    }

    final void fail() {
        failed = true;
    }

    final void inOnePiece() {
        inOnePiece = true;
    }

    final boolean isInOnePiece() {
        return inOnePiece;
    }

    abstract void field(String name, JsonEventReader value);

    abstract void endOfEvent();

    /** Returns the tokens as last reported, in disjoint parts. */
    abstract Usage usage();

    final void reportUsage() {
        usageReported = true;
    }

    /** Emits a piece of the answer; keeps half of a surrogate pair until the other one comes. */
    final void emitText(String piece) {
        if (!hasRoomFor(piece.length()) || piece.isEmpty()) {
            return;
        }
        String text = halfPair + piece;
        int last = text.length() - 1;
        int end = Character.isHighSurrogate(text.charAt(last)) ? last : last + 1;
        halfPair = text.substring(end);
        emit(text.substring(0, end));
    }

    private void emit(String text) {
        if (!text.isEmpty()) {
            sink.text(text);
        }
    }

    final void emitLogprobs(String json) {
        if (hasRoomFor(json.length())) {
            sink.logprobs(json);
        }
    }

    private boolean hasRoomFor(int length) {
        characters += length;
        if (characters > MAX_CHARACTERS) {
            end(new StreamEnd.Unreadable("it has more than " + MAX_CHARACTERS + " characters"));
        }
        return characters <= MAX_CHARACTERS;
    }

    /** Adds a piece to the tool call that it continues, or starts another tool call with it. */
    final void addToolCall(ToolCallDraft piece) {
        for (int i = toolCalls.size() - 1; i >= 0; i--) {
            if (toolCalls.get(i).isContinuedBy(piece)) {
                if (hasRoomFor(piece.length())) {
                    toolCalls.get(i).add(piece);
                }
                return;
            }
        }
        beginToolCall(piece);
    }

    final void beginToolCall(ToolCallDraft first) {
        if (toolCalls.size() == MAX_TOOL_CALLS) {
            end(new StreamEnd.Unreadable("it has more than " + MAX_TOOL_CALLS + " tool calls"));
        } else if (hasRoomFor(first.length())) {
            toolCalls.add(first);
        }
    }

    /** Records why the model stopped; the first reason but {@link FinishReason#STOP} counts. */
    final void finish(FinishReason finishReason) {
        finishing = true;
        recordReason(finishReason);
    }

    final void recordReason(FinishReason finishReason) {
        if (reason == FinishReason.STOP) {
            reason = finishReason;
        }
    }

    final boolean isFinished() {
        return finished;
    }

    /** Ends the answer; only the first end counts. */
    final void end(StreamEnd streamEnd) {
        if (this.streamEnd == null) {
            this.streamEnd = streamEnd;
        }
    }

    /**
     * Emits the tool calls and ends the answer. Tool calls make the reason {@code TOOL_CALLS},
     * regardless of the server's reason; the last tool call of a truncated answer is omitted.
     */
    final void endComplete() {
        if (streamEnd != null) {
            return;
        }
        emit(halfPair);
        boolean complete = reason.isComplete();
        if (complete) {
            reason = toolCalls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
        }
        for (int i = 0; i < toolCalls.size() - (complete ? 0 : 1); i++) {
            sink.toolCall(toolCalls.get(i).toolCall(i));
        }
        end(new StreamEnd.Complete(reason, usage()));
    }

    final @Nullable StreamEnd streamEnd() {
        return streamEnd;
    }
}
