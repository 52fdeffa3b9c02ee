/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** A goal of an agent. Mutable: its progress grows. */
public class Goal {
    /** The kind of goal, for example {@code personal}; may be empty. */
    public String type = "";

    /** The goal in words. */
    public String description = "";

    /** Whether the agent's model set it, not the game. */
    public boolean own;

    /** The progress, 0 to 1; set by the game. */
    public float progress;

    /** Creates an empty goal for loaders. */
    public Goal() {}

    /** Creates a goal without progress. */
    public Goal(String type, String description) {
        this.type = type;
        this.description = description;
    }
}
