/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.function.Consumer;

/**
 * Converts the parts of an answer to the caller's type, on I/O threads. The parts of one answer are
 * decoded one at a time, but several answers concurrently: a decoder must be stateless or
 * thread-safe, emit immutable values, and not touch the game world. An exception ends the call as
 * {@link FailureCode#UNREADABLE_ANSWER}.
 *
 * @param <T> the caller's type
 */
@FunctionalInterface
public interface Decoder<T> {
    /** Decodes one complete part; {@code out} accepts any number of values, in order. */
    void decode(AnswerPart part, Consumer<? super T> out);

    /** Receives the raw text before its parts, unless from a cache or tape. Ignored by default. */
    default void raw(String delta) {}

    /** Returns a decoder that passes the parts on unchanged. */
    static Decoder<AnswerPart> parts() {
        return (part, out) -> out.accept(part);
    }

    /** Returns a decoder for text requests, which delivers the text in pieces. */
    static Decoder<String> text() {
        return (part, out) -> {
            if (part instanceof AnswerPart.Text text) {
                out.accept(text.delta());
            }
        };
    }
}
