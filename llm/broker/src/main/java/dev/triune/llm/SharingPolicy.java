/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** The way in which tenants share one broker. */
public enum SharingPolicy {
    /** Waiting tenants take turns by the tokens that they used; unused shares go to others. */
    WORK_CONSERVING,
    /**
     * Each tenant waits (60 s / requests per minute) x (active tenants) between two requests;
     * earlier requests are rejected.
     */
    STRICT
}
