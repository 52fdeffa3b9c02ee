/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Update;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/** Tells listeners what happened and keeps their exceptions out of the engine. */
class SafeListener {
    private static final Logger LOG = System.getLogger(SafeListener.class.getName());

    private final List<BrokerListener> listeners;

    SafeListener(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Calls every listener. */
    void tell(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    /** Delivers an update to the submitter of its request. */
    <T> void deliver(Pending<T> pending, Update<T> update) {
        guarded(() -> pending.updates.accept(update));
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a listener of the broker threw an exception", e);
        }
    }
}
