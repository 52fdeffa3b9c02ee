/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Interprets an answer's events; tool calls are emitted at its end. Not thread-safe. */
abstract class AnswerEventHandler {
    /** The maximum characters of an answer, including its tool calls. */
    static final int MAX_CHARACTERS = 4 << 20;

    static final int MAX_TOOL_CALLS = 128; // the maximum number of tool calls of an answer

    /** The error of a server that stops without a reason. */
    private static final String UNEXPLAINED_ERROR = "{\"error\":{\"code\":500}}";

    /** Fields that tell of an error, in an event without a part of an answer. */
    private static final Set<String> COMPLAINTS =
            Set.of("message", "detail", "errors", "error_msg", "error_message");

    private final WireFamily family;
    private final AnswerSink sink;
    private final List<ToolCallDraft> toolCalls = new ArrayList<>();
    private FinishReason reason = FinishReason.STOP;
    private boolean usageReported;
    private String halfPair = "";
    private int characters;
    private boolean finishing;
    private boolean finished;
    private boolean failed;
    private boolean hasAnswer;
    private boolean complains;
    private boolean inOnePiece;
    private @Nullable StreamEnd brokenOff;
    private @Nullable StreamEnd streamEnd;

    AnswerEventHandler(ApiFamily family, AnswerSink sink) {
        this.family = WireFamily.of(family);
        this.sink = sink;
    }

    static AnswerEventHandler of(ApiFamily family, AnswerSink sink) {
        return switch (family) {
            case OPENAI -> new OpenAiEventHandler(sink);
            case ANTHROPIC -> new AnthropicEventHandler(sink);
            case OLLAMA -> new OllamaEventHandler(sink);
        };
    }

    /** Reads an event, named or not; false if it reports an error. */
    final boolean read(JsonEventReader event, boolean named) {
        failed = false;
        finishing = false;
        hasAnswer = false;
        complains = false;
        boolean object = event.isObject();
        event.fields(this::fieldOrError);
        if (event.isList()) {
            list(event);
        }
        failed |= complains && !hasAnswer && !named;
        if (!failed && !object && inOnePiece && !isWhole()) {
            end(new StreamEnd.Unreadable("it holds JSON that is no object"));
        }
        return !failed;
    }

    /** Handles a list, in which only Gemini's errors come. */
    void list(JsonEventReader list) {
        list.elements(this::onlyError);
    }

    /** Whether a list was the answer. */
    boolean isWhole() {
        return false;
    }

    final void onlyError(String name, JsonEventReader value) {
        failed |= name.equals("error") && !value.isNothing();
    }

    private void fieldOrError(String name, JsonEventReader value) {
        hasAnswer |= family.answerFields().contains(name) && !value.isNull();
        if (name.equals("error")) {
            failed |= !value.isNothing();
        } else if (name.equals("type") || name.equals("object")) {
            failed |= value.text().equals("error");
            field(name, value);
        } else if (name.equals(ServerError.BASE)) {
            value.fields(
                    (inside, code) -> failed |= inside.equals("status_code") && !code.isNothing());
        } else if (COMPLAINTS.contains(name) && (value.isText() || value.isList())) {
            complains |= !value.isNothing();
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
        if (brokenOff != null) {
            end(brokenOff);
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

    /** Emits what is left before a regular end. */
    void beforeEnd() {}

    /** Returns the fields of reasoning that go back with tool calls, as JSON. */
    Map<String, String> reasoning() {
        return Map.of();
    }

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

    final void emitRefusal(String piece) {
        if (!piece.isEmpty() && hasRoomFor(piece.length())) {
            sink.refusal(piece);
        }
    }

    final void emitLogprobs(String json) {
        if (hasRoomFor(json.length())) {
            sink.logprobs(json);
        }
    }

    final boolean hasRoomFor(int length) {
        characters += length;
        if (characters > MAX_CHARACTERS) {
            end(new StreamEnd.Unreadable("it has more than " + MAX_CHARACTERS + " characters"));
        }
        return characters <= MAX_CHARACTERS;
    }

    /**
     * Adds a piece to the tool call that it continues: that of its index, else that of its id, else
     * the last one if the piece has no name. A name begins another call, unless it is that of a
     * call whose arguments are incomplete.
     */
    final void addToolCall(ToolCallDraft piece) {
        ToolCallDraft call = last(each -> each.hasIndexOf(piece));
        if (call == null || (call.isComplete() && !piece.isNamed())) {
            ToolCallDraft sameId = last(each -> each.hasIdOf(piece));
            call = sameId == null ? call : sameId;
        }
        if (call == null && !piece.isNamed()) {
            call = last(each -> true);
        }
        if (call == null || !call.isContinuedBy(piece)) {
            beginToolCall(piece);
        } else if (!call.repeats(piece) && hasRoomFor(piece.length())) {
            call.add(piece);
        }
    }

    private @Nullable ToolCallDraft last(Predicate<ToolCallDraft> wanted) {
        for (int i = toolCalls.size() - 1; i >= 0; i--) {
            if (wanted.test(toolCalls.get(i))) {
                return toolCalls.get(i);
            }
        }
        return null;
    }

    final void beginToolCall(ToolCallDraft first) {
        if (toolCalls.size() == MAX_TOOL_CALLS) {
            end(new StreamEnd.Unreadable("it has more than " + MAX_TOOL_CALLS + " tool calls"));
        } else if (hasRoomFor(first.length())) {
            toolCalls.add(first);
        }
    }

    /** Adds a piece to a tool call that is known. */
    final void continueToolCall(ToolCallDraft call, ToolCallDraft piece) {
        if (hasRoomFor(piece.length())) {
            call.add(piece);
        }
    }

    /** Records the server's word for the end; whether the model stopped regularly. */
    final boolean readReason(String word) {
        WireFamily.End meaning = family.end(word);
        FinishReason known = meaning.reason();
        if (known != null) {
            recordReason(known);
        } else {
            brokenOff = meaning.failed()
                    ? new StreamEnd.ErrorReported(UNEXPLAINED_ERROR)
                    : new StreamEnd.CutOff();
        }
        return known != null;
    }

    /** Records that the model has stopped, once the event is complete. */
    final void finish() {
        finishing = true;
    }

    /** Records why; the first reason but {@link FinishReason#STOP} counts. */
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
        beforeEnd();
        emit(halfPair);
        toolCalls.removeIf(ToolCallDraft::isEmpty);
        boolean complete = reason.isComplete();
        if (complete) {
            reason = toolCalls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
        }
        int calls = toolCalls.size() - (complete ? 0 : 1);
        if (calls > 0 && !toolCalls.subList(0, calls).stream().allMatch(ToolCallDraft::isNamed)) {
            end(new StreamEnd.Unreadable("a tool call has no name"));
            return;
        }
        for (int i = 0; i < calls; i++) {
            sink.toolCall(toolCalls.get(i).toolCall(i, i == 0 ? reasoning() : Map.of()));
        }
        end(new StreamEnd.Complete(reason, usage()));
    }

    final @Nullable StreamEnd streamEnd() {
        return streamEnd;
    }
}
