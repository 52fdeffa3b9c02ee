/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The only thread that may call a recorder or a replay: the first that does. Thread-safe. */
final class GameThread {
    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

    /** Makes the first caller the owner and rejects every other thread. */
    void check() {
        Thread current = Thread.currentThread();
        Thread first = owner.compareAndExchange(null, current);
        if (first != null && first != current) {
            throw new IllegalStateException("broker called on thread " + current.getName()
                    + ", but thread " + first.getName() + " owns it (call it on that thread only)");
        }
    }
}
