/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.broker.PriorityLanes;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Twice as much is asked as can be served: who waits, and how long at the most. */
class OverloadTest {
    /**
     * How many requests of one game may wait at once. A full queue takes a place from the game that
     * has most in it for any game that has at least two fewer, so that the eight busy games keep an
     * even share of the {@value Overload#QUEUE_LIMIT} places, give or take what a game had before
     * the others came. Twice the even share of 12.5 is therefore ample; the test checks it.
     */
    private static final int LONGEST_LINE = 25;

    /**
     * No BACKGROUND request that is served waits for more polls of its game's line than that.
     *
     * <p>Each game has a line of its own. A request with n others before it in its line is served
     * within {@value PriorityLanes#OLDEST_AT_LATEST} x (n + 1) polls of that line, whatever comes
     * (see {@link PriorityLanes}), and n + 1 is {@value #LONGEST_LINE} at the most: 400 polls.
     */
    private static final int MOST_POLLS = PriorityLanes.OLDEST_AT_LATEST * LONGEST_LINE;

    /**
     * The same as a number of mean service slots: 400. The games take turns by tokens, so that for
     * one poll of a line each of the eight is polled once in the mean, and eight permits serve
     * eight polls in one slot.
     */
    private static final int MOST_SLOTS = MOST_POLLS * Overload.GAMES / Overload.PERMITS;

    @Test
    void overloadKeepsEmergencyAndBackgroundWaitsWithinBounds() {
        for (long seed = 1; seed <= Thorough.count(1, 3); seed++) {
            Overload overload = new Overload(seed);
            overload.run();
            System.out.println(table(overload, seed));
            check(overload, "seed " + seed);
        }
    }

    private static void check(Overload overload, String seed) {
        Duration slot = overload.slots.mean();
        assertThat((double) overload.offered / overload.slots.count())
                .as("offered load, %s", seed)
                .isBetween(1.8, 2.3);
        assertThat(overload.waitsOf(Priority.CRITICAL).percentile(99))
                .as("p99 of CRITICAL, %s", seed)
                .isLessThanOrEqualTo(slot);
        assertThat(overload.mostOfBound).as("share of the polls, %s", seed).isBetween(0.0, 1.0);
        assertThat(overload.longestLine).as(seed).isLessThanOrEqualTo(LONGEST_LINE);
        Waits background = overload.waitsOf(Priority.BACKGROUND);
        assertThat(background.count()).as("BACKGROUND served, %s", seed).isPositive();
        assertThat(background.percentile(100))
                .as("longest wait of BACKGROUND, %s", seed)
                .isLessThanOrEqualTo(slot.multipliedBy(MOST_SLOTS));
    }

    private static String table(Overload overload, long seed) {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "seed %d: slot %d ms, offered %d, answered %d, turned away %d, longest line %d,"
                        + " most of the bound %.2f%n",
                seed,
                overload.slots.mean().toMillis(),
                overload.offered,
                overload.slots.count(),
                overload.turnedAway,
                overload.longestLine,
                overload.mostOfBound));
        table.append(String.format("| level | served | p50 | p95 | p99 | longest |%n"));
        table.append(String.format("| --- | --- | --- | --- | --- | --- |%n"));
        overload.waits.forEach((level, waits) -> table.append(String.format(
                "| %d | %d | %d ms | %d ms | %d ms | %d ms |%n",
                level.level(),
                waits.count(),
                waits.percentile(50).toMillis(),
                waits.percentile(95).toMillis(),
                waits.percentile(99).toMillis(),
                waits.percentile(100).toMillis())));
        return table.toString();
    }
}
