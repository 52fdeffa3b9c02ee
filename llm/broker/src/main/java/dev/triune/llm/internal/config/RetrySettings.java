/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

/**
 * What follows a rate limit. Immutable.
 *
 * @param fallback whether requests may go on at another provider
 * @param rounds how often they wait where all of the chain is limited, and go round again; 0 for
 *     never
 */
public record RetrySettings(boolean fallback, int rounds) {
    /** Fallback, and three rounds. */
    public static final RetrySettings DEFAULT = new RetrySettings(true, 3);
}
