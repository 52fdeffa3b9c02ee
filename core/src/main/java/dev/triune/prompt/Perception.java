/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The game's eyes: puts an agent's surroundings in words. Called on the game thread. */
@FunctionalInterface
public interface Perception {
    /** Describes the surroundings of an entity at the moment its prompt is rendered. */
    Surroundings perceive(int agent);

    /**
     * Declares facts that decide which habits apply. Called often: it must change nothing and
     * should allocate nothing.
     */
    default void describeSituation(int agent, SituationFacts facts) {}

    /**
     * Declares the game's facts that decide which lines of {@linkplain dev.triune.habit.SmallTalk
     * small talk} fit; those of {@link #describeSituation} unless overridden. Fewer facts let more
     * lines fit.
     *
     * @param agent the entity id of the speaker
     * @param facts receives the facts
     */
    default void describeTalk(int agent, SituationFacts facts) {
        describeSituation(agent, facts);
    }
}
