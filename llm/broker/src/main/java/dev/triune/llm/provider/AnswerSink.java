/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;

/**
 * Takes the answer of a call: pieces, then one {@link #complete} or {@link #fail}, by one thread at
 * a time. What comes after the end or a cancel is ignored. {@link #text} may block an I/O thread
 * while the owner is behind.
 */
public interface AnswerSink {
    /** The next piece of the answer's text, however it was cut. */
    void text(String delta);

    /** A tool that the model asks for, once its arguments are whole. Ignored by default. */
    default void toolCall(AnswerPart.ToolCall call) {}

    /** The tokens so far, charged if no final report follows. Ignored by default. */
    default void usage(Usage soFar) {}

    /**
     * Ends the call for that reason ({@link FinishReason#EMPTY} is up to the broker), with the
     * final count or {@link Usage#NONE}.
     */
    void complete(FinishReason reason, Usage usage);

    /** The answer is whole: {@link #complete(FinishReason, Usage)} with {@link FinishReason#STOP}. */
    default void complete(Usage usage) {
        complete(FinishReason.STOP, usage);
    }

    /** There will be no answer, or no more of it. */
    void fail(CallFailure failure);
}
