/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;

/** Why a call gave no answer. Messages are for people; they hold neither a key nor the prompt. */
public sealed interface CallFailure {
    /** For people. */
    String message();

    /** A rate limit; waiting helps, as long as the provider says, if it does. */
    record RateLimited(Optional<Duration> retryAfter, String message) implements CallFailure {}

    /**
     * Anything else.
     *
     * @param outage how long it lasts, if the provider says so; never negative
     * @param status the HTTP status of the provider's answer; 0 without an answer
     * @param providerCode the provider's own name for the error, such as {@code
     *     context_length_exceeded}; empty without one
     */
    record Failed(
            FailureCode code,
            String message,
            Optional<Duration> outage,
            int status,
            String providerCode)
            implements CallFailure {
        /** A failure that the provider did not answer. */
        public Failed(FailureCode code, String message) {
            this(code, message, Optional.empty());
        }

        /** A failure that lasts for that time, if it is known, without an answer. */
        public Failed(FailureCode code, String message, Optional<Duration> outage) {
            this(code, message, outage, 0, "");
        }
    }

    /**
     * The call was not accepted through nobody's fault: the provider wants another form, or the
     * connection had been closed.
     *
     * @param mayHaveRun false if the call certainly did not run and may be sent again at once; true
     *     if the connection died under it
     * @param answered whether the provider refused the form, so that the call counts in its limits
     */
    record NotAccepted(String message, boolean mayHaveRun, boolean answered)
            implements CallFailure {
        /** A call whose form was refused: it certainly did not run, and took no tokens. */
        public NotAccepted(String message) {
            this(message, false, true);
        }

        /** A call on a connection that was closed. */
        public NotAccepted(String message, boolean mayHaveRun) {
            this(message, mayHaveRun, false);
        }
    }
}
