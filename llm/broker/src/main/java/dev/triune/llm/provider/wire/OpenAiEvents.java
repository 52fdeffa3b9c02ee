/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import java.util.function.Consumer;

/**
 * Chunks of a chat completion, or the completion in one piece. Only the first choice counts. Usage
 * may come with the last chunk, in a chunk of its own, with each chunk, or, at Groq, in a place of
 * its own; the last one counts. Not thread-safe.
 */
final class OpenAiEvents extends AnswerEvents {
    /** What a server says that stops without saying why. */
    private static final String WITHOUT_A_WORD = "{\"error\":{\"code\":500}}";

    private Usage usage = Usage.NONE;
    private boolean whole;
    private boolean serverFailed;

    OpenAiEvents(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void field(String name, EventReader value) {
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
            end(new Ending.Reported(WITHOUT_A_WORD));
        } else if (whole) {
            endWhole();
        }
    }

    private void ofChoice(String name, EventReader value) {
        switch (name) {
            case "delta" -> value.fields(this::ofMessage);
            case "message" -> ofWhole(value);
            case "finish_reason" -> takeReason(value.text());
            default -> {}
        }
    }

    /** Beside a delta, as some servers send it, a message is what there is so far. */
    private void ofWhole(EventReader message) {
        if (isInOnePiece() && message.isObject()) {
            whole = true;
            message.fields(this::ofMessage);
        }
    }

    /** Some servers send a list of typed parts, of which the text counts. */
    private void ofMessage(String name, EventReader value) {
        if (name.equals("content")) {
            hand(value.text());
            value.elements(this::ofPart);
        }
    }

    private void ofPart(String name, EventReader value) {
        if (name.equals("text")) {
            hand(value.text());
        }
    }

    private void ofGroq(String name, EventReader value) {
        if (name.equals("usage")) {
            takeUsage(value);
        } else if (name.equals("error") && !value.isNull()) {
            fail();
        }
    }

    private void takeUsage(EventReader value) {
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
            case "insufficient_system_resource" -> end(new Ending.CutOff());
            default -> finish();
        }
    }
}
