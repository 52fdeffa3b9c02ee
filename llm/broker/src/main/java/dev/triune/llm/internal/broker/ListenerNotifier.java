/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Update;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Notifies listeners in order and keeps their exceptions out of the broker. */
class ListenerNotifier {
    private static final Logger LOG = Logger.getLogger(ListenerNotifier.class.getName());

    private final List<BrokerListener> listeners;
    private @Nullable Error error;

    /** Creates a notifier that logs exceptions and keeps the first error for {@link #rethrow}. */
    ListenerNotifier(List<BrokerListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void notifyListeners(Consumer<BrokerListener> event) {
        for (BrokerListener listener : listeners) {
            guarded(() -> event.accept(listener));
        }
    }

    <T> void deliver(PendingRequest<T> pending, Update<T> update) {
        guarded(() -> pending.updates.accept(update));
    }

    /** Throws the first error of a listener since the last call. */
    void rethrow() {
        Error thrown = error;
        error = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Runs a callback, treating its exceptions like those of listeners. */
    void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            if (e instanceof Error serious) { // thrown later, so that no request is lost
                error = error == null ? serious : error;
            } else {
                LOG.severe("a listener of the broker threw " + kind(e));
            }
        }
    }

    /** Returns the type without the message, which may contain a prompt. */
    private static String kind(Throwable e) {
        StackTraceElement[] frames = e.getStackTrace();
        return e.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]);
    }
}
