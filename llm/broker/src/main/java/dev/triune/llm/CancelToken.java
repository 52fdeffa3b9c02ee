/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.List;

/** Cancels the requests that bear it with the next {@link Broker#doWork}. Thread-safe. */
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

    /** Runs an action at the cancel, or now if it is cancelled; returns what stops watching. */
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
