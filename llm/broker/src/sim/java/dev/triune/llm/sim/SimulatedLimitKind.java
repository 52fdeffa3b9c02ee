/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/** How a provider's limiter counts. */
public enum SimulatedLimitKind {
    /** A bucket of one minute's worth, refilled all the time: OpenAI, Anthropic. */
    TOKEN_BUCKET,
    /** Everything of the last minute, to the instant. */
    SLIDING_WINDOW,
    /** Everything since the minute began. */
    FIXED_WINDOW
}
