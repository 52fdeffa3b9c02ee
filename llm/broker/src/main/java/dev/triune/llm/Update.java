/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.List;

/**
 * An update to the submitter of a request: a start for each call, parts of the answer, one end.
 * Once a part was delivered, no further call is made. Immutable.
 *
 * @param <T> the type of the parts
 */
public sealed interface Update<T> {
    /** Returns the ticket of the request. */
    Ticket ticket();

    /**
     * The prompt was rendered, and the call sent to the provider.
     *
     * @param leftOut the options of the request that the provider does not have, as it names them
     */
    record Started<T>(Ticket ticket, String provider, String model, List<String> leftOut)
            implements Update<T> {
        public Started {
            leftOut = List.copyOf(leftOut);
        }

        /** Creates the start of a call with all options. */
        public Started(Ticket ticket, String provider, String model) {
            this(ticket, provider, model, List.of());
        }
    }

    /** A part of the answer, as decoded by the request's {@link Decoder}. */
    record Part<T>(Ticket ticket, T value) implements Update<T> {}

    /** The last update of every request, with its outcome and measurements. */
    record Ended<T>(Ticket ticket, Outcome outcome, Telemetry telemetry) implements Update<T> {}

    /**
     * The measurements of one request. Immutable.
     *
     * @param model the model of the last call, or the requested one
     * @param queueLength the number of requests that waited at its provider before it
     * @param waited the time from submit to the first call, or to the end if there was none
     * @param maxTokens the maximum tokens of the answer, after trimming; 0 if there was no call
     * @param latency the duration of the last call; zero if there was none
     * @param usage the tokens of all its calls, reported or estimated
     * @param trimmed whether a quota lowered {@code maxTokens}
     * @param code {@link Outcome#canonicalCode()}
     */
    record Telemetry(
            String model,
            int queueLength,
            Duration waited,
            int maxTokens,
            Duration latency,
            Usage usage,
            boolean trimmed,
            String code) {}
}
