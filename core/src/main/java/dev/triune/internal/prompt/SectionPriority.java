/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.prompt;

/** How much parts of a prompt matter when there is no room for all: the first of these the most. */
enum SectionPriority {
    /** How the agent fares, and what time it is. */
    CONDITION,
    /** What it is doing. */
    PLAN,
    /** What it wants. */
    AIMS,
    /** Who is near. */
    COMPANY,
    /** What can be built, at what cost. */
    OPTIONS,
    /** What was said before the newest line. */
    SPEECH,
    /** What it thinks of others. */
    RELATIONS,
    /** What it sees and knows. */
    FACTS,
    /** What it remembers. */
    MEMORIES
}
