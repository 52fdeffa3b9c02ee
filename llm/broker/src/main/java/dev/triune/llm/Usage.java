/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * The tokens of one call, in disjoint parts, whatever way the provider counts them.
 *
 * @param input fresh input, not read from a cache; 0 or more
 * @param cacheRead input read from the provider's prompt cache; 0 or more
 * @param cacheWrite input written to that cache; 0 or more
 * @param output output; 0 or more
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output) {
    /** Nothing, or nothing reported. */
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /** Refuses negative counts. */
    public Usage {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
            throw new IllegalArgumentException("negative token count in " + input + ", " + cacheRead
                    + ", " + cacheWrite + ", " + output);
        }
    }

    /** All tokens. */
    public long total() {
        return input + cacheRead + cacheWrite + output;
    }
}
