/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** How an {@link OfflineProvider} plays a provider that fails. */
public enum FaultMode {
    /** It does its job. */
    NONE,
    /** It answers ten times slower. */
    SLOW,
    /** It takes the request and never says anything. */
    HANG,
    /** It cannot be reached. */
    DEAD,
    /** It answers with text that is no answer. */
    GARBAGE,
    /** It breaks off in the middle of the answer. */
    CUT,
    /** It refuses two of three requests by a rate limit. */
    RATELIMIT,
    /** Each request meets one of all these, or none. */
    ALL
}
