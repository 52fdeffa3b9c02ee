/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Request.AnswerFormat;
import java.util.ArrayList;
import java.util.List;

/** Feeds the text of an answer to a new reader, cut in some way. */
final class Answers {
    private Answers() {}

    /** The parts of a plan whose text comes in pieces of that many characters, the last shorter. */
    static List<AnswerPart> inPiecesOf(int size, String text) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        for (int from = 0; from < text.length(); from += size) {
            reader.feed(text.substring(from, Math.min(text.length(), from + size)), parts::add);
        }
        reader.end(parts::add);
        return parts;
    }

    /** The parts of a plan whose text comes in one piece. */
    static List<AnswerPart> whole(String text) {
        return inPiecesOf(Math.max(1, text.length()), text);
    }

    /** The parts handed out so far for an answer that has not ended. */
    static List<AnswerPart> beginningWith(String text) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader.of(AnswerFormat.PLAN).feed(text, parts::add);
        return parts;
    }
}
