/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/** The algorithms of limiters. */
public enum SimulatedLimitKind {
    /** A bucket of one minute's limit, refilled continuously: OpenAI, Anthropic. */
    TOKEN_BUCKET,
    /** Counts the last minute, continuously. */
    SLIDING_WINDOW,
    /** Counts since the current minute began. */
    FIXED_WINDOW
}
