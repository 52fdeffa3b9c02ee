/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** What an agent thinks of somebody. Mutable: it changes with every meeting. */
public class Relation {
    /** Who it is about, by name. */
    public String name = "";

    /** What the agent thinks, in words; may be empty. */
    public String words = "";

    /** How much it likes them, -1 to 1; 0 is neither way. */
    public float liking;

    /** For loaders. */
    public Relation() {}

    /** What an agent thinks of somebody. */
    public Relation(String name, String words, float liking) {
        this.name = name;
        this.words = words;
        this.liking = liking;
    }
}
