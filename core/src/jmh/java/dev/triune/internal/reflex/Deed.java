/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.rule.ReflexBenchmark;

/**
 * What an agent does, as someone writes it who has no table: the contenders of
 * {@link ReflexBenchmark} that are not ours know these instead of names and rules.
 */
enum Deed {
    /** Nothing. */
    IDLE("idle"),
    /** A step of a plan, which the scenario begins. */
    GATHER("gather"),
    /** Of no energy, or too great a sleep drive. */
    FORCED_SLEEP("forced_sleep"),
    /** Of danger. */
    FLEE_DANGER("flee_danger"),
    /** Of cold. */
    SEEK_WARMTH("seek_warmth"),
    /** Of heat. */
    SEEK_COOLING("seek_cooling"),
    /** Of wounds. */
    FLEE_TO_HOME("flee_to_home"),
    /** Of little energy, of the hour, or of some sleep drive. */
    SEEK_SLEEP("seek_sleep"),
    /** Of hunger, great or small. */
    SEEK_FOOD("seek_food"),
    /** Of long wandering. */
    EXPLORE("explore"),
    /** Of long idling. */
    WANDER("wander");

    /** The name that ours has for it. */
    final String title;

    Deed(String title) {
        this.title = title;
    }

    /** Whether a reflex does it. */
    boolean reflex() {
        return this != IDLE && this != GATHER;
    }

    /** Whether it comes of boredom. */
    boolean pastime() {
        return this == EXPLORE || this == WANDER;
    }
}
