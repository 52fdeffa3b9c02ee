/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.check;

import org.jspecify.annotations.Nullable;

/**
 * The thread that runs a world: that of its first tick. Before that tick, any thread may set the
 * world up. Thread-safe.
 */
public final class WorldThread {
    private volatile @Nullable Thread runner;

    /** Notes that the current thread runs a tick. */
    public void ticks() {
        if (runner == null) {
            runner = Thread.currentThread();
        }
    }

    /**
     * Refuses a call on another thread, which would be half carried out and then lost.
     *
     * @param what what is called, for the message
     * @throws IllegalStateException if another thread runs the world
     */
    public void check(String what) {
        Thread owner = runner;
        Thread current = Thread.currentThread();
        if (owner != null && owner != current) {
            throw new IllegalStateException(what + " called on thread " + current.getName()
                    + ", but thread " + owner.getName() + " runs the world (call it there, in"
                    + " libGDX with Gdx.app.postRunnable)");
        }
    }
}
