/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.util.Optional;

/** Why a call gave no answer. Messages are for people; they hold neither a key nor the prompt. */
public sealed interface CallFailure {
    /** For people. */
    String message();

    /**
     * The provider refused because of a rate limit; waiting helps, as long as it says, if it does.
     */
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
     * The call was not accepted, and nobody is to blame: its form is not the provider's, which gets
     * another form from now on, or the connection that it went out on had been closed meanwhile.
     *
     * @param message for people
     * @param mayHaveRun false if the provider certainly did not run the call, which may then be sent
     *     again at once; true if the connection died under it, so that nobody knows
     * @param answered whether the provider refused the form, so that the call counts in its limits;
     *     false if the connection was closed
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
