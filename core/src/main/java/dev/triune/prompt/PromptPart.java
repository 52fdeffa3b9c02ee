/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.component.Layer;
import java.util.Collection;
import java.util.List;

/**
 * A module's share of the prompts of agents. Called when a prompt is rendered, on the game thread;
 * except {@link #prompted}, no method may change anything.
 */
public interface PromptPart {
    /** Adds what a prompt shows of an agent, after what the minds know of it themselves. */
    void describe(int agent, AgentSnapshot.Builder snapshot);

    /**
     * Adds what occupies an agent, before all else, to the cue for its memories.
     *
     * @param names receives names, the most important first
     * @param lines receives lines, the most important first
     */
    default void addCue(int agent, List<String> names, List<String> lines) {}

    /** Adds the names of those whom the agent's talker may address. */
    default void addAddressees(int agent, Collection<String> names) {}

    /** Notes that a prompt of a layer was rendered. */
    default void prompted(int agent, Layer layer) {}
}
