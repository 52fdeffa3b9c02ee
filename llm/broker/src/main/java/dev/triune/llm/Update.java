/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * An update to the submitter of a request: a start for each call, parts of the answer, one end.
 * Once a part was delivered, no further call is made. Immutable.
 *
 * @param <T> the type of the parts
 */
public sealed interface Update<T> {
    /** Returns the ticket of the request. */
    Ticket ticket();

    /** The prompt was rendered, and the call sent to the provider. */
    record Started<T>(Ticket ticket, String provider, String model) implements Update<T> {}

    /** A part of the answer, as decoded by the request's {@link Decoder}. */
    record Part<T>(Ticket ticket, T value) implements Update<T> {}

    /** The last update of every request, with its outcome and measurements. */
    record Ended<T>(Ticket ticket, Outcome outcome, Telemetry telemetry) implements Update<T> {}
}
