/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;

/** What an error answer means for the next call: how long to wait, final or not. Immutable. */
public sealed interface RetryAdvice {
    /** A rate limit with the time to wait, zero to {@link RateLimitSignals#MAX_WAIT}. */
    record Wait(Duration duration) implements RetryAdvice {}

    /** A rate limit that does not say when to come back: the caller decides. */
    record WaitUnspecified() implements RetryAdvice {}

    /** A limit that retries do not get past, for up to {@link RateLimitSignals#MAX_WAIT}. */
    record Permanent(FailureCode code, Optional<Duration> duration) implements RetryAdvice {}

    record NotRateLimited() implements RetryAdvice {}
}
