/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.queue;

/** How many calls a provider may have under way at once. Not thread-safe. */
public final class Permits {
    private final int total;
    private int taken;

    /**
     * All free.
     *
     * @param total 1 or more
     */
    public Permits(int total) {
        if (total < 1) {
            throw new IllegalArgumentException(total + " permits (expected 1 or more)");
        }
        this.total = total;
    }

    /** Takes one if one is free. */
    public boolean tryTake() {
        if (taken == total) {
            return false;
        }
        taken++;
        return true;
    }

    /**
     * Gives one back.
     *
     * @throws IllegalStateException if none is taken: a permit was given back twice
     */
    public void giveBack() {
        if (taken == 0) {
            throw new IllegalStateException("a permit was given back that nobody had taken");
        }
        taken--;
    }

    /** How many are free. */
    public int free() {
        return total - taken;
    }

    /** How many are taken. */
    public int taken() {
        return taken;
    }

    /** How many there are. */
    public int total() {
        return total;
    }
}
