/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

/** The result of an answer in the game. Each answered request has exactly one status. */
public enum AnswerStatus {
    /** At least one part took effect, and nothing had to be changed. */
    APPLIED,
    /** Parts took effect, but some had to be changed or left out. */
    REPAIRED,
    /** Nothing in the answer was usable. */
    REJECTED,
    /** The agent had submitted another request meanwhile, or the game had given it an order. */
    SUPERSEDED,
    /** The answer came too late. */
    EXPIRED,
    /** The agent is gone or dead. */
    ORPHANED
}
