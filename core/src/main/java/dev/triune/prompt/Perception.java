/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The game's eyes: puts an agent's surroundings in words. Called on the game thread. */
@FunctionalInterface
public interface Perception {
    /**
     * Describes the surroundings of an entity at the moment its prompt is rendered. It must change
     * nothing; if it removes the agent's mind, the request ends, and the log says so once.
     */
    Surroundings perceive(int agent);

    /**
     * Returns the name of the place where an agent is, such as {@code forest}; empty for none. Its
     * deeds are remembered with it. Called with each of them: it must change nothing.
     */
    default String place(int agent) {
        return "";
    }

    /**
     * Returns what makes an agent act by a reflex now, such as {@code the wolf}; empty for what the name
     * of the behaviour tells. The deed is remembered with it. Called when a reflex begins that is
     * {@linkplain dev.triune.rule.ReflexTable.Trigger#remembered remembered}: it must change nothing.
     *
     * @param behavior the name of the reflex's behaviour, such as {@code flee_danger}
     */
    default String cause(int agent, String behavior) {
        return "";
    }

    /**
     * Returns what an agent sees of another near it, such as {@code carries wood 4, limps}: one short
     * line, which prompts show beside the other's name; empty for nothing. Whether the other sleeps,
     * talks or does something is shown already. Called while a prompt is rendered: it must change
     * nothing.
     *
     * @param agent the entity id of the one who sees
     * @param other the entity id of the one who is seen, who has a {@code Persona}
     */
    default String appearance(int agent, int other) {
        return "";
    }

    /**
     * Declares facts that decide which habits apply. Called often: it must change nothing and
     * should allocate nothing.
     */
    default void describeSituation(int agent, SituationFacts facts) {}

    /**
     * Declares the game's facts that decide which lines of small talk fit; those of {@link
     * #describeSituation} unless overridden. Fewer facts let more lines fit.
     *
     * @param agent the entity id of the speaker
     * @param facts receives the facts
     */
    default void describeTalk(int agent, SituationFacts facts) {
        describeSituation(agent, facts);
    }

    /**
     * Receives the game's facts of an agent's situation, for habits. Facts are part of the situation
     * in which a habit applies: declare few, each with few values, such as a phase of the day or a
     * stock that is low or not, and always in one order. Valid only during {@link #describeSituation}.
     */
    interface SituationFacts {
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
         * @param name for example {@code home}; not {@code self}, {@code partner}, {@code goal} or
         *     {@code nearest tree}, and without {@code <}, {@code >} and a number at its end
         * @param meaning for example {@code the mill}
         * @throws IllegalArgumentException if the name is not allowed
         */
        void slot(String name, String meaning);

        /**
         * Declares the agent's role, such as its trade. If several habits apply, those made by
         * agents of the same role are preferred. Not part of the situation.
         *
         * @param name for example {@code cook}
         */
        void role(String name);
    }
}
