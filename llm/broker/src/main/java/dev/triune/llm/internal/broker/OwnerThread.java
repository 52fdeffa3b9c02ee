/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The only thread that may call a broker: the first that does. Thread-safe. */
final class OwnerThread {
    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

    /** Makes the first caller the owner and rejects every other thread. */
    void check() {
        Thread current = Thread.currentThread();
        Thread first = isCurrent() ? current : owner.compareAndExchange(null, current);
        if (first != null && first != current) {
            throw new IllegalStateException("broker called on thread " + current.getName()
                    + ", but thread " + first.getName() + " owns it (call it on that thread only)");
        }
    }

    boolean isCurrent() {
        return owner.get() == Thread.currentThread();
    }
}
