/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.QueueDispatcher;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.NonNull;

/**
 * Answers calls with what was enqueued, and requests for the list of models with 404. Thread-safe.
 */
final class QueuedAnswers extends QueueDispatcher {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public @NonNull MockResponse dispatch(@NonNull RecordedRequest request)
            throws InterruptedException {
        if ("GET".equals(request.getMethod())) {
            return new MockResponse.Builder().code(404).build();
        }
        calls.incrementAndGet();
        return super.dispatch(request);
    }

    /** The number of calls so far. */
    int calls() {
        return calls.get();
    }
}
