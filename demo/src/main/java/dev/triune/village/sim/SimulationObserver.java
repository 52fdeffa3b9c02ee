/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.MindListener;
import dev.triune.conversation.ConversationListener;

/**
 * Observes a village from outside and changes nothing: what becomes of answers and steps, and what
 * is said. Called on the game thread.
 */
public interface SimulationObserver extends MindListener, ConversationListener {
    /** Nobody. */
    SimulationObserver NONE = new SimulationObserver() {};

    /** The player said something to a villager. */
    default void playerSpoke(int agent, String text) {}
}
