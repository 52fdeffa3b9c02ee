/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;

/** What an error answer means for the next call: how long to wait, final or not. Immutable. */
public sealed interface RetryAdvice {
    /**
     * A rate limit that says when to come back, zero to {@link RateLimitSignals#MAX_WAIT} from now.
     */
    record Wait(Duration duration) implements RetryAdvice {}

    /** A rate limit that does not say when to come back: the caller decides. */
    record WaitUnspecified() implements RetryAdvice {}

    /**
     * A limit that a retry of the same call does not get past, for as long as the answer says, at
     * most {@link RateLimitSignals#MAX_WAIT}; a call that is too large for its limit is so
     * afterwards, too.
     */
    record Permanent(FailureCode code, Optional<Duration> duration) implements RetryAdvice {}

    /** Something else than a limit. */
    record NotRateLimited() implements RetryAdvice {}
}
