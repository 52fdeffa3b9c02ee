/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.function.Consumer;

/**
 * Turns the parts of an answer into the caller's type on an I/O thread: one at a time for an
 * answer, but several answers at once, so it is stateless or thread-safe, emits immutable values
 * and touches no game world. An exception ends the call as {@link FailureCode#UNREADABLE_ANSWER}.
 *
 * @param <T> what the parts become
 */
@FunctionalInterface
public interface Decoder<T> {
    /** Handles one complete part; {@code out} takes nothing, one or several values, in order. */
    void decode(AnswerPart part, Consumer<? super T> out);

    /** Receives the raw text before its parts, not from a cache or tape. Ignored by default. */
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
