/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The advice of an error response for the next call: whether and when to retry. Immutable. */
public sealed interface RetryAdvice {
    /** A rate limit with the time to wait, zero to {@link RateLimitSignals#MAX_WAIT}. */
    record Wait(Duration duration) implements RetryAdvice {}

    /** A rate limit without a time to wait: the caller decides. */
    record WaitUnspecified() implements RetryAdvice {}

    /** A limit for which retries are useless for that time, as {@link Wait}; null if unknown. */
    record Permanent(FailureCode code, @Nullable Duration duration) implements RetryAdvice {}

    record NotRateLimited() implements RetryAdvice {}
}
