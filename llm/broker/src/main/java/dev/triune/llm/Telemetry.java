/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * What one request took, measured by the broker. Immutable.
 *
 * @param model the model last asked; the one that was wished for if none was
 * @param queueLength how many waited at its provider when it came, itself not counted
 * @param waited from submit to the first call, or to the end if there was none
 * @param maxTokens the most tokens the answer was allowed, after trimming; 0 if no call was made
 * @param latency how long the last call took; zero if none was made
 * @param usage tokens of all its calls, as reported or else estimated
 * @param trimmed whether a quota lowered {@code maxTokens}
 * @param code {@link Outcome#canonicalCode()}: empty on success
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
