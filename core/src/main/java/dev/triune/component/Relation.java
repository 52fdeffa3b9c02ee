/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** An agent's opinion of somebody. Mutable. */
public class Relation {
    /** The name of the other. */
    public String name = "";

    /** The opinion in words; may be empty. */
    public String words = "";

    /** The liking, -1 to 1; 0 is neutral. */
    public float liking;

    /** Creates an empty relation for loaders. */
    public Relation() {}

    /** Creates a relation. */
    public Relation(String name, String words, float liking) {
        this.name = name;
        this.words = words;
        this.liking = liking;
    }
}
