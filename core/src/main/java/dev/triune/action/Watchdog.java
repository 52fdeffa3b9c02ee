/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.check.Ranges;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits after which a step fails although its runner goes on. Immutable.
 *
 * @param stalled game time for which {@link ActionRunner#progress} may stay the same, above zero;
 *     does not matter for runners without such a measure
 * @param longest game time that a step may take from its start, above zero
 * @param maxStarts the number of times that a step may begin, 1 or more; it begins again after each
 *     interruption
 */
public record Watchdog(Duration stalled, Duration longest, int maxStarts) {
    /** 10 s without progress, two minutes in all, eight starts. */
    public static final Watchdog DEFAULT =
            new Watchdog(Duration.ofSeconds(10), Duration.ofMinutes(2), 8);

    /** Refuses figures that would fail each step. */
    public Watchdog {
        requirePositive("stalled", stalled);
        requirePositive("longest", longest);
        Ranges.within("maxStarts", maxStarts, 1, Integer.MAX_VALUE);
    }

    private static void requirePositive(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " " + value + " (expected more than zero)");
        }
    }
}
