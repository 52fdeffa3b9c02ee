/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/**
 * Parses one answer in pieces and hands out each part once it is whole. How the text is cut makes
 * no difference, with one exception: see {@link TextReader}. Not thread-safe.
 */
public interface AnswerReader {
    void feed(String delta, Consumer<AnswerPart> out);

    /** Hands out what the end of the text makes known, such as a plan that is not whole. */
    void end(Consumer<AnswerPart> out);

    static AnswerReader of(AnswerFormat format) {
        return of(format, false);
    }

    /** Creates a reader; {@code speechPieces} also hands out a plan's speech piece by piece. */
    static AnswerReader of(AnswerFormat format, boolean speechPieces) {
        return format == AnswerFormat.PLAN
                ? new PlanReader(speechPieces)
                : new TextReader(format != AnswerFormat.TEXT);
    }
}
