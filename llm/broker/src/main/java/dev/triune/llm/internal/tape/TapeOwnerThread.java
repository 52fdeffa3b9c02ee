/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The one thread that may call a broker: the first that does. Thread-safe. */
public final class TapeOwnerThread {
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    /** Refuses every other thread. */
    public void check() {
        Thread current = Thread.currentThread();
        if (thread.get() != current && !thread.compareAndSet(null, current)) {
            throw new IllegalStateException("broker called on thread " + current.getName()
                    + ", which does not own it (expected the thread of its first call)");
        }
    }
}
