/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** How games share one broker. */
public enum SharingPolicy {
    /** Waiting games take turns by tokens served; what one leaves goes to the others. */
    WORK_CONSERVING,
    /** Each game waits 60,000 ms / RPM x active games between two requests, or is rejected. */
    STRICT
}
