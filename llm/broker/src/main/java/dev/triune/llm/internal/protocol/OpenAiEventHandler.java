/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;
import java.util.function.Consumer;

/**
 * Chunks of a chat completion, or the completion in one piece. Only the first choice counts. Usage
 * may come with the last chunk, in a chunk of its own, with each chunk, or, at Groq, in a place of
 * its own; the last one counts. Not thread-safe.
 */
final class OpenAiEventHandler extends AnswerEventHandler {
    /** What a server says that stops without saying why. */
    private static final String UNEXPLAINED_ERROR = "{\"error\":{\"code\":500}}";

    private Usage usage = Usage.NONE;
    private boolean whole;
    private boolean serverFailed;

    OpenAiEventHandler(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "choices" -> value.first(this::ofChoice);
            case "usage" -> takeUsage(value);
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

    private void ofChoice(String name, JsonEventReader value) {
        switch (name) {
            case "delta" -> value.fields(this::ofMessage);
            case "message" -> ofWhole(value);
            case "finish_reason" -> takeReason(value.text());
            default -> {}
        }
    }

    /** Beside a delta, as some servers send it, a message is what there is so far. */
    private void ofWhole(JsonEventReader message) {
        if (isInOnePiece() && message.isObject()) {
            whole = true;
            message.fields(this::ofMessage);
        }
    }

    /** Some servers send a list of typed parts, of which the text counts. */
    private void ofMessage(String name, JsonEventReader value) {
        if (name.equals("content")) {
            emitText(value.text());
            value.elements(this::ofPart);
        }
    }

    private void ofPart(String name, JsonEventReader value) {
        if (name.equals("text")) {
            emitText(value.text());
        }
    }

    private void ofGroq(String name, JsonEventReader value) {
        if (name.equals("usage")) {
            takeUsage(value);
        } else if (name.equals("error") && !value.isNull()) {
            fail();
        }
    }

    private void takeUsage(JsonEventReader value) {
        if (value.isObject()) {
            OpenAiUsage report = new OpenAiUsage();
            value.fields(report::field);
            usage = report.usage();
        }
    }

    /** Two reasons say that it was the server that stopped, not the model. */
    private void takeReason(String reason) {
        switch (reason) {
            case "" -> {}
            case "error" -> serverFailed = true;
            case "insufficient_system_resource" -> end(new StreamEnd.CutOff());
            default -> finish();
        }
    }
}
