/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;

/** What a refusal means for the next call: which bucket, how long, final or not. Immutable. */
public sealed interface RetryAdvice {
    /**
     * A rate limit that says when to come back.
     *
     * @param duration how long from now, zero to {@link RateLimitSignals#MAX_WAIT}
     * @param bucket the limit that refused the call, as far as the refusal says
     */
    record Wait(Duration duration, Bucket bucket) implements RetryAdvice {}

    /**
     * A rate limit without advice: how long to back off is for the caller to say.
     *
     * @param bucket the limit that refused the call, as far as the refusal says
     */
    record WaitUnspecified(Bucket bucket) implements RetryAdvice {}

    /**
     * A limit that a retry of the same call does not get past.
     *
     * @param code what kind of failure it is
     * @param bucket the limit that refused the call, as far as the refusal says
     * @param duration how long the refusal says that it lasts, zero to {@link
     *     RateLimitSignals#MAX_WAIT}; empty if it does not say. A call that is too large for its
     *     bucket is so afterwards, too.
     */
    record Permanent(FailureCode code, Bucket bucket, Optional<Duration> duration)
            implements RetryAdvice {}

    /** Something else than a limit. */
    record NotRateLimited() implements RetryAdvice {}
}
