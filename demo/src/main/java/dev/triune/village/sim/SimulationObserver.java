/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.MindListener;
import dev.triune.llm.provider.Provider;

/**
 * Somebody who looks on from outside and changes nothing: hears what becomes of answers and steps,
 * and may stand between the broker and its providers. Called on the game thread.
 */
public interface SimulationObserver extends MindListener {
    /** Nobody. */
    SimulationObserver NONE = new SimulationObserver() {};

    /** What the broker is to call in place of that provider; the provider itself by default. */
    default Provider wrapProvider(Provider provider) {
        return provider;
    }
}
