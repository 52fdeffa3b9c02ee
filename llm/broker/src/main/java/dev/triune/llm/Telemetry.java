/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

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
public record Telemetry(
        String model,
        int queueLength,
        Duration waited,
        int maxTokens,
        Duration latency,
        Usage usage,
        boolean trimmed,
        String code) {}
