/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.time.Duration;

/**
 * The cache of answers to prompts that are the same word for word. Immutable.
 *
 * @param characters of prompts and answers to hold at the most
 * @param age how long an answer is good for
 */
public record CacheSettings(long characters, Duration age) {
    /** A million characters, ten minutes. */
    public static final CacheSettings DEFAULT =
            new CacheSettings(1_000_000, Duration.ofMinutes(10));
}
