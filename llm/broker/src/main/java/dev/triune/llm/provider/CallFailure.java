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

    /** Anything else, for as long as the provider says, if it does; never negative. */
    record Failed(FailureCode code, String message, Optional<Duration> outage)
            implements CallFailure {
        /** A failure of which the provider does not say how long it lasts. */
        public Failed(FailureCode code, String message) {
            this(code, message, Optional.empty());
        }
    }

    /**
     * The call was not accepted, and nobody is to blame: its form is not the provider's, which gets
     * another form from now on, or the connection that it went out on had been closed meanwhile.
     *
     * @param message for people
     * @param mayHaveRun false if the provider certainly did not run the call, which may then be sent
     *     again at once; true if the connection died under it, so that nobody knows
     */
    record NotAccepted(String message, boolean mayHaveRun) implements CallFailure {
        /** A call that certainly did not run, and took no tokens. */
        public NotAccepted(String message) {
            this(message, false);
        }
    }
}
