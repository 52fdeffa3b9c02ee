/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Update;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Tells listeners what happened and keeps their exceptions out of the engine. */
class ListenerNotifier {
    private static final Logger LOG = Logger.getLogger(ListenerNotifier.class.getName());

    private final List<BrokerListener> listeners;
    private @Nullable Error error;

    ListenerNotifier(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Calls every listener. */
    void notifyListeners(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    /** Delivers an update to the submitter of its request. */
    <T> void deliver(PendingRequest<T> pending, Update<T> update) {
        guarded(() -> pending.updates.accept(update));
    }

    /** Throws the first error that a listener threw since the last time. */
    void rethrow() {
        Error thrown = error;
        error = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "a listener of the broker threw " + kind(e));
        } catch (Error e) { // not ours to swallow, nor to lose a request by
            error = error == null ? e : error;
        }
    }

    /** Without the message, which may hold a prompt. */
    private static String kind(RuntimeException e) {
        StackTraceElement[] frames = e.getStackTrace();
        return e.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
    }
}
