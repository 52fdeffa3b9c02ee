/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.function.Consumer;

/**
 * Turns the parts of an answer into the caller's own type, off the game thread.
 *
 * <p>Called on an I/O thread, by one thread at a time for one answer but at the same time for
 * several answers: a decoder is stateless or thread-safe, and what it emits is immutable. It must
 * not touch a game world. An exception ends the call as
 * {@link FailureCode#UNREADABLE_ANSWER}.
 *
 * @param <T> what the parts become
 */
@FunctionalInterface
public interface Decoder<T> {
    /** Handles one complete part; {@code out} takes nothing, one or several values, in order. */
    void decode(AnswerPart part, Consumer<? super T> out);

    /**
     * Receives the text of the answer as the model wrote it, before its parts are decoded; does
     * nothing unless overridden. Not called for an answer of a cache or a tape.
     *
     * @param delta the next piece, however it was cut
     */
    default void raw(String delta) {}

    /** Hands the parts through as they are. */
    static Decoder<AnswerPart> parts() {
        return (part, out) -> out.accept(part);
    }

    /** Hands out the text of a text request, piece by piece. */
    static Decoder<String> text() {
        return (part, out) -> {
            if (part instanceof AnswerPart.Text text) {
                out.accept(text.delta());
            }
        };
    }
}
