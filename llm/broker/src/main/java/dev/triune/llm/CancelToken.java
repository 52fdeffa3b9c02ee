/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.List;

/**
 * Cancels requests from any thread: give it to one request or to several that belong together, and
 * {@link #cancel} ends all of them, now and later. What {@link Broker#cancel} does to a request, this
 * does with the broker's next {@link Broker#doWork}. Thread-safe.
 */
public final class CancelToken {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean cancelled;

    /** Cancels every request that bears this token. Cancelling twice does nothing. */
    public void cancel() {
        List<Runnable> told;
        synchronized (listeners) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(Runnable::run);
    }

    /** Whether it was cancelled. */
    public boolean isCancelled() {
        synchronized (listeners) {
            return cancelled;
        }
    }

    /**
     * Runs an action, which must not block, once the token is cancelled, on the thread that cancels
     * it, or at once if it is cancelled already; what is returned stops watching. For brokers.
     */
    public Runnable onCancel(Runnable action) {
        synchronized (listeners) {
            if (!cancelled) {
                listeners.add(action);
                return () -> removeListener(action);
            }
        }
        action.run();
        return () -> {};
    }

    private void removeListener(Runnable action) {
        synchronized (listeners) {
            listeners.remove(action);
        }
    }
}
