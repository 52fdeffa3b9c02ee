/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** How games share one broker. */
public enum SharingPolicy {
    /**
     * Games that have requests waiting take turns by the tokens they were served; what one leaves
     * unused goes to the others.
     */
    WORK_CONSERVING,
    /**
     * Each game waits 60,000 ms / requests per minute x active games between two requests, whether
     * the others ask or not; one that comes earlier is rejected with the wait.
     */
    STRICT
}
