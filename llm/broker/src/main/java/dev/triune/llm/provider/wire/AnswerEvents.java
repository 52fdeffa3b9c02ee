/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import java.util.Optional;
import java.util.function.Consumer;

/** What the events of one answer mean. One for each answer; not thread-safe. */
abstract class AnswerEvents {
    /** The most characters of an answer. */
    static final int MAX_CHARACTERS = 4 << 20;

    private final Consumer<String> text;
    private int characters;
    private boolean finishing;
    private boolean finished;
    private boolean failed;
    private boolean inOnePiece;
    private Optional<Ending> ending = Optional.empty();

    AnswerEvents(Consumer<String> text) {
        this.text = text;
    }

    /** The events of an answer of that family, its text handed out in pieces. */
    static AnswerEvents of(Family family, Consumer<String> text) {
        return switch (family) {
            case OPENAI -> new OpenAiEvents(text);
            case ANTHROPIC -> new AnthropicEvents(text);
            case OLLAMA -> new OllamaEvents(text);
        };
    }

    /**
     * Takes an event.
     *
     * @return false if it reports an error
     */
    final boolean take(EventReader event) {
        failed = false;
        finishing = false;
        boolean object = event.isObject();
        event.fields(this::fieldOrError);
        event.elements(this::onlyError);
        if (!failed && !object) {
            end(new Ending.Unreadable("it holds JSON that is no object"));
        }
        return !failed;
    }

    /** In a list of one Gemini reports errors, and nothing else comes in a list. */
    private void onlyError(String name, EventReader value) {
        failed |= name.equals("error") && !value.isNull();
    }

    private void fieldOrError(String name, EventReader value) {
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
    abstract void field(String name, EventReader value);

    /** All fields of an event were taken. */
    abstract void endOfEvent();

    /** The tokens as last reported, in disjoint parts. */
    abstract Usage usage();

    /** Hands out a piece of the answer; an empty one is none. */
    final void hand(String piece) {
        characters += piece.length();
        if (characters > MAX_CHARACTERS) {
            end(new Ending.Unreadable("it has more than " + MAX_CHARACTERS + " characters"));
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
    final void end(Ending how) {
        if (ending.isEmpty()) {
            ending = Optional.of(how);
        }
    }

    /** The server said that nothing follows. */
    final void endWhole() {
        end(new Ending.Whole(usage()));
    }

    /** The end, once there is one. */
    final Optional<Ending> ending() {
        return ending;
    }
}
