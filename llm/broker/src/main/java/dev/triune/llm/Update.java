/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * What a broker tells the submitter of a request: a start for each call to a provider, the parts of
 * the answer as they arrive, and one end. Immutable. If a call fails before it delivered a part,
 * another start may follow; once a part was delivered, no other call is made.
 *
 * @param <T> the type of the parts
 */
public sealed interface Update<T> {
    /** The request this is about. */
    Ticket ticket();

    /** The prompt was rendered, and the call sent to that provider for that model. */
    record Started<T>(Ticket ticket, String provider, String model) implements Update<T> {}

    /** A part of the answer, as the request's {@link Decoder} made it. */
    record Part<T>(Ticket ticket, T value) implements Update<T> {}

    /** The last update of every request: how it ended, and what it took. */
    record Ended<T>(Ticket ticket, Outcome outcome, Telemetry telemetry) implements Update<T> {}
}
