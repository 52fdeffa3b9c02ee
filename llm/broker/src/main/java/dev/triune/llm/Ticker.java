/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** A monotonic clock. Implementations are thread-safe. */
@FunctionalInterface
public interface Ticker {
    /** Returns the nanoseconds since a fixed, arbitrary origin. Never decreases. */
    long nanos();

    /** Returns the system's clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
