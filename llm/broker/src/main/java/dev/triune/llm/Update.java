/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * An update to the submitter of a request: a start for each call, parts of the answer, one end.
 * After a part was delivered, no other call is made. Immutable.
 *
 * @param <T> the type of the parts
 */
public sealed interface Update<T> {
    /** The ticket of the request. */
    Ticket ticket();

    /** The prompt was rendered, and the call sent to that provider for that model. */
    record Started<T>(Ticket ticket, String provider, String model) implements Update<T> {}

    /** A part of the answer, as the request's {@link Decoder} made it. */
    record Part<T>(Ticket ticket, T value) implements Update<T> {}

    /** The last update of every request, with its outcome and measurements. */
    record Ended<T>(Ticket ticket, Outcome outcome, Telemetry telemetry) implements Update<T> {}
}
