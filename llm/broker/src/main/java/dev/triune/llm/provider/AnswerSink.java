/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Usage;

/**
 * Takes the answer of one call: any number of pieces, then one {@link #complete} or {@link #fail}.
 * Called by one thread at a time, on any thread; what comes after the end or after a cancel is
 * ignored. {@link #text} may hold an I/O thread back while the owner is behind.
 */
public interface AnswerSink {
    /** The next piece of the answer's text, however it was cut. */
    void text(String delta);

    /** The answer is whole. */
    void complete(Usage usage);

    /** There will be no answer, or no more of it. */
    void fail(CallFailure failure);
}
