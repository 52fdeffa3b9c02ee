/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The game's eyes: puts an agent's surroundings in words. Called on the game thread. */
@FunctionalInterface
public interface Perception {
    /** Describes the surroundings of an entity at the moment its prompt is rendered. */
    Surroundings perceive(int agent);

    /**
     * Declares the game's own facts that decide which habits apply; none unless overridden. Called
     * often where habits are on: it should allocate nothing, and must change nothing.
     *
     * @param agent the entity id
     * @param facts where they go
     */
    default void describeSituation(int agent, SituationFacts facts) {}
}
