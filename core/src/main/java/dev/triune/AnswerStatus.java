/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

/** How an answer ended in the game. Each answered request has exactly one. */
public enum AnswerStatus {
    /** At least one part of it took effect as it was. */
    APPLIED,
    /** It took effect, but some of it had to be mended or left out. */
    REPAIRED,
    /** Nothing in it could be used. */
    REJECTED,
    /** The agent had turned to another request meanwhile. */
    SUPERSEDED,
    /** It came too late to be of use. */
    EXPIRED,
    /** The agent is gone. */
    ORPHANED
}
