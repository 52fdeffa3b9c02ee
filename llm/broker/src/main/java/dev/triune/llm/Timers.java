/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/** Runs actions later. Implementations say on which thread. */
@FunctionalInterface
public interface Timers {
    /**
     * Runs an action once, after a delay.
     *
     * @param delay zero or more
     * @return cancels the action if it has not run yet; harmless otherwise
     */
    Timer after(Duration delay, Runnable action);

    /** A pending action. */
    @FunctionalInterface
    interface Timer {
        /** Keeps the action from running if it has not begun. */
        void cancel();
    }
}
