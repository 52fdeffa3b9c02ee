/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

/** The game's eyes: puts an agent's surroundings in words. Called on the game thread. */
@FunctionalInterface
public interface Perception {
    /**
     * Looks around for an agent, at the moment its prompt is rendered.
     *
     * @param agent the entity id
     */
    Surroundings perceive(int agent);
}
