/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** How games share one broker. */
public enum SharingPolicy {
    /**
     * Waiting games take turns by the tokens they were served; what one leaves unused goes to the
     * others.
     */
    WORK_CONSERVING,
    /** Each game waits 60,000 ms / RPM x active games between two requests, or is rejected. */
    STRICT
}
