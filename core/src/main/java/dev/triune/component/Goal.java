/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** Something that an agent wants. Mutable: its progress grows. */
public class Goal {
    /** What kind it is, for example {@code personal}; may be empty. */
    public String type = "";

    /** The goal in words. */
    public String description = "";

    /** Whether the agent's model set it, not the game. */
    public boolean own;

    /** How far it has come, 0 to 1. The game writes it. */
    public float progress;

    /** For loaders. */
    public Goal() {}

    /** A goal of which nothing is done. */
    public Goal(String type, String description) {
        this.type = type;
        this.description = description;
    }
}
