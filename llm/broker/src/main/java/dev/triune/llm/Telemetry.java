/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * What one request took. Immutable.
 *
 * @param model the model last asked, or wished for
 * @param queueLength how many waited at its provider before it
 * @param waited from submit to the first call, or to the end without one
 * @param maxTokens the most tokens of the answer, after trimming; 0 without a call
 * @param latency how long the last call took; zero without one
 * @param usage tokens of all its calls, reported or estimated
 * @param trimmed whether a quota lowered {@code maxTokens}
 * @param code {@link Outcome#canonicalCode()}
 */
public record Telemetry(
        String model,
        int queueLength,
        Duration waited,
        int maxTokens,
        Duration latency,
        Usage usage,
        boolean trimmed,
        String code) {}
