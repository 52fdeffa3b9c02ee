/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The tokens of one or more calls, in disjoint parts, each 0 or more.
 *
 * @param input fresh input, not read from a cache
 * @param cacheRead input read from the provider's prompt cache
 * @param cacheWrite input written to that cache
 * @param output output, including reasoning
 * @param estimated whether any part is the broker's own estimate
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output, boolean estimated) {
    /** No tokens, or none reported. */
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
            throw new IllegalArgumentException("token counts " + input + ", " + cacheRead + ", "
                    + cacheWrite + ", " + output + " (expected 0 or more)");
        }
    }

    /** Creates a usage reported by the provider. */
    public Usage(long input, long cacheRead, long cacheWrite, long output) {
        this(input, cacheRead, cacheWrite, output, false);
    }

    /** Returns the total number of tokens. */
    public long total() {
        return prompt() + output;
    }

    /** Returns the number of prompt tokens, cached or not. */
    public long prompt() {
        return input + cacheRead + cacheWrite;
    }

    /** Returns the share of prompt tokens read from the provider's cache, 0 to 1; 0 without any. */
    public double cachedShare() {
        return prompt() == 0 ? 0 : (double) cacheRead / prompt();
    }

    /** Returns the sum of both, estimated if either is. */
    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite,
                output + other.output,
                estimated || other.estimated);
    }
}
