/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/**
 * Receives the game's facts of an agent's situation, for {@linkplain dev.triune.habit.Habits
 * habits}. Facts are part of the situation in which a habit applies: declare few, each with few
 * values, such as a phase of the day or a stock that is low or not, and always in one order. Valid
 * only during {@link Perception#describeSituation}.
 */
public interface SituationFacts {
    /** Adds a fact, for example {@code time} and {@code night}. */
    void fact(String name, String value);

    /** Adds a fact that is true or false. */
    default void fact(String name, boolean value) {
        fact(name, value ? "yes" : "no");
    }

    /**
     * Declares the meaning of a name for the agent, so that a habit of one agent fits others: a
     * step that names the meaning is learned as <code>&lt;name&gt;</code>. Not part of the
     * situation.
     *
     * @param name for example {@code home}
     * @param meaning for example {@code the mill}
     */
    void slot(String name, String meaning);
}
