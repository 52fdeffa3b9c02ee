/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits the number of open requests, and waits for the last of them on shutdown. Thread-safe. */
final class AdmissionLimiter {
    private final int limit;
    private final Semaphore free;
    private volatile boolean draining;

    AdmissionLimiter(int limit) {
        this.limit = limit;
        this.free = new Semaphore(limit);
    }

    /** Admits a number of requests, each to be released once. */
    void acquire(int requests) throws ProblemException {
        boolean admitted = free.tryAcquire(requests);
        if (draining) {
            if (admitted) {
                release(requests);
            }
            throw new ProblemException(Problem.draining());
        }
        if (!admitted) {
            throw new ProblemException(Problem.retryable(
                    ErrorCode.TOO_MANY_STREAMS,
                    "as many requests are under way as this gateway takes (" + limit + ")",
                    Duration.ofSeconds(1)));
        }
    }

    void release(int requests) {
        free.release(requests);
    }

    int open() {
        return limit - free.availablePermits();
    }

    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** Waits for the last request after {@link #drain}; returns false on timeout. */
    boolean awaitDrained(Duration timeout) throws InterruptedException {
        boolean drained = free.tryAcquire(limit, timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (drained) {
            free.release(limit);
        }
        return drained;
    }
}
