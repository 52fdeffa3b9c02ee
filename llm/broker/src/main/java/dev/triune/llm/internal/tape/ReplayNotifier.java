/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.tape.TapeMismatchException;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A game's listeners, told one after the other, and safe from each other's exceptions. */
public final class ReplayNotifier {
    private static final Logger LOG = Logger.getLogger(ReplayNotifier.class.getName());

    private final List<BrokerListener> listeners;

    public ReplayNotifier(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void notifyListeners(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    /** Runs a callback of the game as a broker does: an exception is logged, an error is not ours. */
    static void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (TapeMismatchException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "a listener of the broker threw an exception", e);
        }
    }
}
