/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import java.util.Optional;
import java.util.function.Consumer;

/** What the events of one answer mean. One for each answer; not thread-safe. */
abstract class AnswerEventHandler {
    /** The most characters of an answer. */
    static final int MAX_CHARACTERS = 4 << 20;

    private final Consumer<String> text;
    private int characters;
    private boolean finishing;
    private boolean finished;
    private boolean failed;
    private boolean inOnePiece;
    private Optional<StreamEnd> streamEnds = Optional.empty();

    AnswerEventHandler(Consumer<String> text) {
        this.text = text;
    }

    /** The events of an answer of that family, its text handed out in pieces. */
    static AnswerEventHandler of(ApiFamily apiFamily, Consumer<String> text) {
        return switch (apiFamily) {
            case OPENAI -> new OpenAiEventHandler(text);
            case ANTHROPIC -> new AnthropicEventHandler(text);
            case OLLAMA -> new OllamaEventHandler(text);
        };
    }

    /**
     * Takes an event.
     *
     * @return false if it reports an error
     */
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

    /** In a list of one Gemini reports errors, and nothing else comes in a list. */
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

    /** The event is whole, and what it said counts. */
    final void commit() {
        finished |= finishing;
        endOfEvent();
    }

    /** This event reports an error. */
    final void fail() {
        failed = true;
    }

    /** All bytes are one event: nothing streams. */
    final void inOnePiece() {
        inOnePiece = true;
    }

    final boolean isInOnePiece() {
        return inOnePiece;
    }

    /** Takes a field of an event. */
    abstract void field(String name, JsonEventReader value);

    /** All fields of an event were taken. */
    abstract void endOfEvent();

    /** The tokens as last reported, in disjoint parts. */
    abstract Usage usage();

    /** Hands out a piece of the answer; an empty one is none. */
    final void emitText(String piece) {
        characters += piece.length();
        if (characters > MAX_CHARACTERS) {
            end(new StreamEnd.Unreadable("it has more than " + MAX_CHARACTERS + " characters"));
        } else if (!piece.isEmpty()) {
            text.accept(piece);
        }
    }

    /** The model has said all, if this event is whole; what may follow are figures. */
    final void finish() {
        finishing = true;
    }

    final boolean isFinished() {
        return finished;
    }

    /** Ends the answer so; the first end counts. */
    final void end(StreamEnd how) {
        if (streamEnds.isEmpty()) {
            streamEnds = Optional.of(how);
        }
    }

    /** The server said that nothing follows. */
    final void endComplete() {
        end(new StreamEnd.Complete(FinishReason.STOP, usage()));
    }

    /** The end, once there is one. */
    final Optional<StreamEnd> streamEnds() {
        return streamEnds;
    }
}
