/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

/** What a {@link FaultProxy} does to a request and its answer. */
enum Fault {
    /** Nothing. */
    PASS,
    /** Each piece of the answer is late. */
    DELAY,
    /** The answer stops in the middle, and the connection is closed normally (FIN). */
    CUT,
    /** The answer stops in the middle, and the connection is reset (RST). */
    RESET,
    /** The answer stops in the middle, but the connection stays open and silent. */
    HALF,
    /** The request is dropped: no answer, and the connection stays open. */
    SILENCE,
    /** For a while nobody can connect, and all connections are reset. */
    REFUSAL
}
