/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits the number of open requests, and waits for the last of them on shutdown. Thread-safe. */
final class AdmissionLimiter {
    private final int limit;
    private final AtomicInteger open = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean draining;

    AdmissionLimiter(int limit) {
        this.limit = limit;
    }

    /**
     * Admits a number of requests, each to be released once.
     *
     * @throws ProblemException if there are too many, or the gateway is shutting down
     */
    void acquire(int requests) throws ProblemException {
        int now = open.addAndGet(requests);
        if (draining) {
            release(requests);
            throw new ProblemException(Problem.draining());
        }
        if (now > limit) {
            release(requests);
            throw new ProblemException(Problem.retryable(
                    ErrorCode.TOO_MANY_STREAMS,
                    "as many requests are under way as this gateway takes (" + limit + ")",
                    Duration.ofSeconds(1)));
        }
    }

    void release(int requests) {
        if (open.addAndGet(-requests) == 0 && draining) {
            drained.complete(null);
        }
    }

    int open() {
        return open.get();
    }

    /** Stops admitting requests. */
    void drain() {
        draining = true;
        if (open.get() == 0) {
            drained.complete(null);
        }
    }

    boolean isDraining() {
        return draining;
    }

    /** Waits for the last request after {@link #drain}; returns false on timeout. */
    boolean awaitDrained(Duration timeout) throws InterruptedException {
        try {
            drained.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing completes it with a failure", e);
        }
    }
}
