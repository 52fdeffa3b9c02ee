/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.List;

/** Cancels the requests that carry it, in the next {@link Broker#doWork}. Thread-safe. */
public final class CancelToken {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean cancelled;

    /** Cancels every request that carries this token. Cancelling twice does nothing. */
    public void cancel() {
        List<Runnable> toNotify;
        synchronized (listeners) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            toNotify = List.copyOf(listeners);
            listeners.clear();
        }
        toNotify.forEach(Runnable::run);
    }

    /** Whether the token was cancelled. */
    public boolean isCancelled() {
        synchronized (listeners) {
            return cancelled;
        }
    }

    /**
     * Runs the action when the token is cancelled, on the cancelling thread, or immediately if it
     * already is. Returns a handle that unregisters the action.
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
