/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.BrokerListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A game's listeners, told one after the other, and safe from each other's exceptions. */
final class Told {
    private static final Logger LOG = Logger.getLogger(Told.class.getName());

    private final List<BrokerListener> listeners;

    Told(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void tell(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    /** Runs a callback of the game as a broker does: an exception is logged, an error is not ours. */
    static void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (TapeMismatch e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "a listener of the broker threw an exception", e);
        }
    }
}
