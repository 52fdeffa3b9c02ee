/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.List;

/** A provider that accepts several calls in one exchange and streams their answers interleaved. */
public interface BatchingProvider extends Provider {
    /** Starts several calls like {@link #start}; returns a handle for each, in the same order. */
    List<RunningCall> startBatch(List<BatchCall> calls);

    /** A call of a batch, and the sink for its answer. */
    record BatchCall(ModelCall call, AnswerSink sink) {}
}
