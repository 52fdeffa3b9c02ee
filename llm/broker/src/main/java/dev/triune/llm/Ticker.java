/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** A monotonic clock. Implementations are thread-safe. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since some fixed origin; only differences mean anything. Never goes back. */
    long nanos();

    /** The clock of the machine. */
    static Ticker system() {
        return System::nanoTime;
    }
}
