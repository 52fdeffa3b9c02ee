/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import java.util.List;

/**
 * All that a prompt may tell about an agent, taken in one tick. Immutable; holds no ids.
 *
 * @param name the agent's name
 * @param persona who it is, in words
 * @param vitals how it fares
 * @param goals what it wants, in words
 * @param heard what was said around it, the oldest first
 * @param surroundings what it perceives
 * @param doing the name of what it is doing
 * @param plan the steps of its queue that are not finished, in words
 */
public record Snapshot(
        String name,
        String persona,
        Vitals vitals,
        List<String> goals,
        List<Quote> heard,
        Surroundings surroundings,
        String doing,
        List<String> plan) {
    /** Copies the lists. */
    public Snapshot {
        goals = List.copyOf(goals);
        heard = List.copyOf(heard);
        plan = List.copyOf(plan);
    }

    /**
     * How an agent fares; 0 to 1, 1 is well but for sleep drive.
     *
     * @param hunger 1 is full
     * @param energy 1 is rested
     * @param temperature 1 is comfortable
     * @param health 1 is unhurt
     * @param sleepDrive 1 is desperate for sleep
     */
    public record Vitals(
            float hunger, float energy, float temperature, float health, float sleepDrive) {}

    /**
     * Something that was said.
     *
     * @param speaker by name
     * @param text the words, as data
     */
    public record Quote(String speaker, String text) {}
}
