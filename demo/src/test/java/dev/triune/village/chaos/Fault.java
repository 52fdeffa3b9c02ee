/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

/** What a {@link FaultProxy} does to a request and its answer. */
enum Fault {
    /** Nothing. */
    PASS,
    /** Each piece of the answer is late. */
    DELAY,
    /** The answer ends in the middle, and the connection with it, in good order (FIN). */
    CUT,
    /** The same, out of order (RST). */
    RESET,
    /** The answer ends in the middle, but the connection stays, without a word. */
    HALF,
    /** The request is swallowed: no answer, no end. */
    SILENCE,
    /** For a while nobody can connect, and all connections are reset. */
    REFUSAL
}
