/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The reason why a call gave no answer. Messages contain neither a key nor the prompt. */
public sealed interface CallFailure {
    /** Returns a human-readable message. */
    String message();

    /**
     * A rate limit, with the time to wait; null if the provider does not state it.
     *
     * @param notReady whether the provider accepts nothing now, whoever asks, as while it loads its
     *     model; such a call uses up no round of the retries
     * @param overloaded whether the provider has too much to do, rather than we too many calls
     */
    record RateLimited(
            @Nullable Duration retryAfter, String message, boolean notReady, boolean overloaded)
            implements CallFailure {
        /** Creates the failure of a call beyond a limit. */
        public RateLimited(@Nullable Duration retryAfter, String message) {
            this(retryAfter, message, false, false);
        }
    }

    /**
     * Any other failure.
     *
     * @param outage how long the failure lasts for other requests, never negative: zero if it
     *     concerns this request only; null if the provider does not say
     * @param status the HTTP status of the provider's answer; 0 if there was no answer
     * @param providerCode the provider's own name for the error, such as {@code
     *     context_length_exceeded}; empty if there is none
     */
    record Failed(
            FailureCode code,
            String message,
            @Nullable Duration outage,
            int status,
            String providerCode)
            implements CallFailure {
        /** Creates a failure without an answer of the provider. */
        public Failed(FailureCode code, String message) {
            this(code, message, null, 0, "");
        }
    }

    /**
     * A call that was not accepted because the provider wants another form, or because the
     * connection had been closed.
     *
     * @param mayHaveRun false if the call certainly did not run and may be sent again at once; true
     *     if the connection broke during the call
     * @param answered whether the provider rejected the form, so that the call counts in its limits
     */
    record NotAccepted(String message, boolean mayHaveRun, boolean answered)
            implements CallFailure {
        /** Creates the failure of a call whose form was rejected: it did not run or use tokens. */
        public NotAccepted(String message) {
            this(message, false, true);
        }

        /** Creates the failure of a call on a closed connection. */
        public NotAccepted(String message, boolean mayHaveRun) {
            this(message, mayHaveRun, false);
        }
    }
}
