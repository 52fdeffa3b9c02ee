/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/** Where a model writes down why it plans what it does. */
public enum Thinking {
    /** Before the plan, in at most two sentences, so that it can improve the plan. */
    FIRST,

    /** After the plan, in one sentence: the first step comes sooner. */
    LAST,

    /** Nowhere: the shortest answers, without a reason for players and for the next prompts. */
    OFF
}
