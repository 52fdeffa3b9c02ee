/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.rule.ReflexBenchmark;

/**
 * The activities of agents as constants: the other contenders of {@link ReflexBenchmark} use these
 * instead of names and rules.
 */
enum Activity {
    /** Nothing. */
    IDLE("idle"),
    /** A step of a plan, begun by the scenario. */
    GATHER("gather"),
    /** For no energy, or too much sleep drive. */
    FORCED_SLEEP("forced_sleep"),
    /** For danger. */
    FLEE_DANGER("flee_danger"),
    /** For cold. */
    SEEK_WARMTH("seek_warmth"),
    /** For heat. */
    SEEK_COOLING("seek_cooling"),
    /** For wounds. */
    FLEE_TO_HOME("flee_to_home"),
    /** For little energy, bedtime, or some sleep drive. */
    SEEK_SLEEP("seek_sleep"),
    /** For hunger or starvation. */
    SEEK_FOOD("seek_food"),
    /** For long wandering. */
    EXPLORE("explore"),
    /** For long idling. */
    WANDER("wander");

    /** Its name in the library. */
    final String title;

    Activity(String title) {
        this.title = title;
    }

    /** Whether a reflex begins it. */
    boolean reflex() {
        return this != IDLE && this != GATHER;
    }

    /** Whether it is a pastime. */
    boolean pastime() {
        return this == EXPLORE || this == WANDER;
    }
}
