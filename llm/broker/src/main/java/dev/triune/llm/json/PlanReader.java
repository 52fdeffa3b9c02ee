/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/** Placeholder of the reader under way. */
final class PlanReader implements AnswerReader {
    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {}

    @Override
    public void end(Consumer<AnswerPart> out) {}
}
