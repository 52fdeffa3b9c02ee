/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * When a step counts as failed although its runner goes on. Immutable.
 *
 * @param stalledTicks ticks without {@linkplain BehaviorRunner#progress progress}, 1 or more
 * @param stepTicks ticks that a step may take from its start, 1 or more
 * @param maxStarts how often a step may begin: each interruption makes it begin again; 1 or more
 */
public record Watchdog(int stalledTicks, int stepTicks, int maxStarts) {
    /** 10 s without progress, two minutes in all, eight starts. */
    public static final Watchdog DEFAULT = new Watchdog(200, 2_400, 8);

    /** Refuses figures that would fail each step. */
    public Watchdog {
        require("stalledTicks", stalledTicks);
        require("stepTicks", stepTicks);
        require("starts", maxStarts);
    }

    private static void require(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + " (expected 1 or more)");
        }
    }
}
