/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/**
 * Reads the text of one answer in pieces and hands out each part as soon as it is whole. The split of
 * the text into pieces makes no difference, with one exception: see {@link TextReader}. One instance
 * per call; not thread-safe.
 */
public interface AnswerReader {
    /** Takes the next piece, however it was cut. */
    void feed(String delta, Consumer<AnswerPart> out);

    /** Hands out what the end of the text makes known, such as a plan that is not whole. */
    void end(Consumer<AnswerPart> out);

    /** Creates a reader for that form of answer. */
    static AnswerReader of(AnswerFormat format) {
        return of(format, false);
    }

    /**
     * Creates a reader for that form of answer.
     *
     * @param speechPieces whether the reader of a plan also hands out what is said piece by piece,
     *     at most one piece for each that it takes
     */
    static AnswerReader of(AnswerFormat format, boolean speechPieces) {
        return format == AnswerFormat.PLAN
                ? new PlanReader(speechPieces)
                : new TextReader(format == AnswerFormat.JSON);
    }
}
