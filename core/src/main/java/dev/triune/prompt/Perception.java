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
}
