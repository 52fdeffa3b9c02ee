/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;

/**
 * Takes the answer of one call: any number of pieces, then one {@link #complete} or {@link #fail}.
 * Called by one thread at a time, on any thread; what comes after the end or after a cancel is
 * ignored. {@link #text} may hold an I/O thread back while the owner is behind.
 */
public interface AnswerSink {
    /** The next piece of the answer's text, however it was cut. */
    void text(String delta);

    /** A tool that the model asks for, once its arguments are whole. Ignored by default. */
    default void toolCall(AnswerPart.ToolCall call) {}

    /**
     * The tokens counted so far, where a server reports them before the end; each report replaces
     * the one before. They are charged if the call ends without a final report. Ignored by default.
     */
    default void usage(Usage soFar) {}

    /**
     * The call ended regularly, for that reason ({@link FinishReason#EMPTY} is found out by the
     * broker), with the final count or {@link Usage#NONE}.
     */
    void complete(FinishReason reason, Usage usage);

    /** The answer is whole: {@link #complete(FinishReason, Usage)} with {@link FinishReason#STOP}. */
    default void complete(Usage usage) {
        complete(FinishReason.STOP, usage);
    }

    /** There will be no answer, or no more of it. */
    void fail(CallFailure failure);
}
