/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The importance of prompt sections when not all fit, the most important first. */
enum SectionPriority {
    /** The agent's condition, and the time. */
    CONDITION,
    /** The current plan. */
    PLAN,
    /** The goals of the agent. */
    AIMS,
    /** What the agent agreed to. */
    AGREEMENTS,
    /** The agents nearby. */
    COMPANY,
    /** What can be built, and the costs. */
    OPTIONS,
    /** Speech before the newest line. */
    SPEECH,
    /** The people the agent knows. */
    RELATIONS,
    /** What the agent did. */
    DEEDS,
    /** The facts it sees and knows. */
    FACTS,
    /** The memories. */
    MEMORIES
}
