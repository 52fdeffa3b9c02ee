/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** The permits for concurrent calls at a provider. Not thread-safe. */
public final class Permits {
    private final int total;
    private int inUse;

    public Permits(int total) {
        if (total < 1) {
            throw new IllegalArgumentException(total + " permits (expected 1 or more)");
        }
        this.total = total;
    }

    /** Acquires a permit if one is free. */
    public boolean tryAcquire() {
        if (inUse == total) {
            return false;
        }
        inUse++;
        return true;
    }

    /** Releases a permit; throws IllegalStateException if none is acquired. */
    public void release() {
        if (inUse == 0) {
            throw new IllegalStateException("a permit was given back that nobody had taken");
        }
        inUse--;
    }

    public int inUse() {
        return inUse;
    }

    public int total() {
        return total;
    }
}
