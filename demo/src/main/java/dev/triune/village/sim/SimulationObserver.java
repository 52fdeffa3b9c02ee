/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.MindListener;
import dev.triune.talk.ConversationListener;

/**
 * Observes the answers, steps and speech of a village without changing it. Called on the game
 * thread.
 */
public interface SimulationObserver extends MindListener, ConversationListener {
    /** Called when the player or another visitor, by name, has said something to a villager. */
    default void playerSpoke(int agent, String visitor, String text) {}
}
