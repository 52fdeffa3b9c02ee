/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Decoder;
import java.util.function.Consumer;

/**
 * A decoded value with what it came from. Immutable if the value is.
 *
 * @param source the part of the answer
 * @param index which of the values that part gave, from 0
 * @param value the value
 */
public record RecordedValue<T>(AnswerPart source, int index, T value) {
    /** A decoder that tells where each value came from; as thread-safe as the other. */
    public static <T> Decoder<RecordedValue<T>> decoder(Decoder<T> decoder) {
        return (part, out) -> decoder.decode(part, new Numbering<>(part, out));
    }

    /** Counts the values of one part. Confined to one call of the decoder. */
    private static final class Numbering<T> implements Consumer<T> {
        private final AnswerPart source;
        private final Consumer<? super RecordedValue<T>> out;
        private int next;

        Numbering(AnswerPart source, Consumer<? super RecordedValue<T>> out) {
            this.source = source;
            this.out = out;
        }

        @Override
        public void accept(T value) {
            out.accept(new RecordedValue<>(source, next++, value));
        }
    }
}
