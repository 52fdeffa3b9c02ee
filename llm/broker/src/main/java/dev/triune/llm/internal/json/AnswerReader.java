/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Request.AnswerFormat;
import java.util.function.Consumer;

/**
 * Parses one answer incrementally and emits each part once it is complete. The boundaries of the
 * pieces make no difference, with one exception: see {@link TextReader}. Not thread-safe.
 */
public interface AnswerReader {
    void feed(String delta, Consumer<AnswerPart> out);

    /** Emits what the end of the text settles, such as an incomplete plan. */
    void end(Consumer<AnswerPart> out);

    static AnswerReader of(AnswerFormat format) {
        return of(format, false, false);
    }

    /**
     * Creates a reader; {@code speechPieces} also emits a plan's speech piece by piece, and {@code
     * actionsFirst} holds speech until the actions are read.
     */
    static AnswerReader of(AnswerFormat format, boolean speechPieces, boolean actionsFirst) {
        return format == AnswerFormat.PLAN
                ? new PlanReader(speechPieces, actionsFirst)
                : new TextReader(format != AnswerFormat.TEXT);
    }
}
