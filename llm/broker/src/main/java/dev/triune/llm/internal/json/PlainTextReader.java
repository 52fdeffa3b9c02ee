/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/** Hands free text through, piece by piece. */
final class PlainTextReader implements AnswerReader {
    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {
        if (!delta.isEmpty()) {
            out.accept(new AnswerPart.Text(delta));
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {}
}
