/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

/** The fault that an {@link OfflineProvider} simulates. */
public enum FaultMode {
    /** Works without faults. */
    NONE,
    /** Answers ten times slower. */
    SLOW,
    /** Accepts the request and never answers. */
    HANG,
    /** Cannot be reached. */
    DEAD,
    /** Answers with unusable text. */
    GARBAGE,
    /** Cuts the answer off in the middle. */
    CUT,
    /** Rejects two of three requests because of a rate limit. */
    RATELIMIT,
    /** Chooses one of these faults, or none, at random for each request. */
    ALL
}
