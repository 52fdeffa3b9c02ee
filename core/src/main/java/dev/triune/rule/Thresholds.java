/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import java.time.Duration;

/**
 * The figures of the reflexes: where they start, as in the trigger table, and where they end.
 * Immutable.
 *
 * @param exhausted energy, for forced_sleep
 * @param collapsing sleep drive, upwards, for forced_sleep
 * @param uncomfortable temperature, for seek_warmth and seek_cooling
 * @param wounded health, for flee_to_home
 * @param tired energy, for seek_sleep
 * @param starving hunger, for seek_food at once
 * @param bedtime sleep drive, upwards, for seek_sleep while it is bedtime
 * @param hungry hunger, for seek_food
 * @param sleepy sleep drive, upwards, for seek_sleep at any time
 * @param bored game time of idling before wander; zero or more
 * @param restless game time of wandering before explore, and of exploring before rest; zero or more
 */
public record Thresholds(
        Threshold exhausted,
        Threshold collapsing,
        Threshold uncomfortable,
        Threshold wounded,
        Threshold tired,
        Threshold starving,
        Threshold bedtime,
        Threshold hungry,
        Threshold sleepy,
        Duration bored,
        Duration restless) {
    /** The figures of the trigger table. */
    public static final Thresholds DEFAULT = new Thresholds(
            new Threshold(0, 0.25f),
            new Threshold(0.85f, 0.3f),
            new Threshold(0.2f, 0.4f),
            new Threshold(0.3f, 0.5f),
            new Threshold(0.15f, 0.6f),
            new Threshold(0.1f, 0.3f),
            new Threshold(0.5f, 0.1f),
            new Threshold(0.6f, 0.85f),
            new Threshold(0.7f, 0.2f),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10));

    /** Refuses thresholds that end before they start, are no number, and times below zero. */
    public Thresholds {
        falling("exhausted", exhausted);
        rising("collapsing", collapsing);
        falling("uncomfortable", uncomfortable);
        falling("wounded", wounded);
        falling("tired", tired);
        falling("starving", starving);
        rising("bedtime", bedtime);
        falling("hungry", hungry);
        rising("sleepy", sleepy);
        notNegative("bored", bored);
        notNegative("restless", restless);
    }

    /** Where a reflex starts, and where it ends: a gap keeps the agent from flickering. */
    public record Threshold(float enter, float leave) {}

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " " + value + " (expected zero or more)");
        }
    }

    private static void falling(String name, Threshold threshold) {
        numbers(name, threshold);
        if (threshold.leave() < threshold.enter()) {
            throw new IllegalArgumentException(name + " sets in at " + threshold.enter()
                    + " and lets go at " + threshold.leave() + " (expected at or above it)");
        }
    }

    private static void rising(String name, Threshold threshold) {
        numbers(name, threshold);
        if (threshold.leave() > threshold.enter()) {
            throw new IllegalArgumentException(name + " sets in at " + threshold.enter()
                    + " and lets go at " + threshold.leave() + " (expected at or below it)");
        }
    }

    private static void numbers(String name, Threshold threshold) {
        if (Float.isNaN(threshold.enter()) || Float.isNaN(threshold.leave())) {
            throw new IllegalArgumentException(name + " sets in at " + threshold.enter()
                    + " and lets go at " + threshold.leave() + " (expected two numbers)");
        }
    }
}
