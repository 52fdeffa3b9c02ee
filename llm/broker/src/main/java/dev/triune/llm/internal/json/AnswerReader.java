/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/**
 * Reads the text of one answer in pieces and hands out each part as soon as it is whole. Any split
 * of the text into pieces gives the same parts. One instance per call; not thread-safe.
 */
public interface AnswerReader {
    /** Takes the next piece, however it was cut. */
    void feed(String delta, Consumer<AnswerPart> out);

    /** The text is complete: hands out what that makes known, such as a plan that is not whole. */
    void end(Consumer<AnswerPart> out);

    /** A reader for that form of answer. */
    static AnswerReader of(AnswerFormat format) {
        return switch (format) {
            case TEXT, JSON -> new PlainTextReader();
            case PLAN -> new PlanReader();
        };
    }
}
