/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.MindListener;

/**
 * Observes a village from outside and changes nothing: what becomes of answers and steps. Called on
 * the game thread.
 */
public interface SimulationObserver extends MindListener {
    /** Nobody. */
    SimulationObserver NONE = new SimulationObserver() {};
}
