/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The importance of prompt sections when not all fit, the most important first. */
enum SectionPriority {
    /** The agent's condition, and the time. */
    CONDITION,
    /** Its current plan. */
    PLAN,
    /** Its goals. */
    AIMS,
    /** Those nearby. */
    COMPANY,
    /** What can be built, and the costs. */
    OPTIONS,
    /** Speech before the newest line. */
    SPEECH,
    /** Its opinions of others. */
    RELATIONS,
    /** The facts it sees and knows. */
    FACTS,
    /** Its memories. */
    MEMORIES
}
