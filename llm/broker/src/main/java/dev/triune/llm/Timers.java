/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/** Runs actions later. Implementations define the thread. */
@FunctionalInterface
public interface Timers {
    /** Runs an action once, after a delay of zero or more. */
    Timer after(Duration delay, Runnable action);

    /** A pending action. */
    @FunctionalInterface
    interface Timer {
        /** Prevents the action from running if it has not started. */
        void cancel();
    }
}
