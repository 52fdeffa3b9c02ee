/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

/**
 * The settings of a village. Immutable.
 *
 * @param seed the seed of every random choice
 * @param villagers the number of villagers, 1 or more
 * @param virtualTime whether time is simulated at full speed, or real
 * @param mind the source of answers
 * @param decisions the mode of selecting layers
 * @param habits the habits that villagers start with
 */
public record SimulationSettings(
        long seed,
        int villagers,
        boolean virtualTime,
        MindSource mind,
        DecisionMode decisions,
        HabitSource habits) {
    /** The modes of selecting layers. */
    public enum DecisionMode {
        /** The selection table chooses one layer. */
        SCHEDULED,
        /** One layer after the other, as often as their cooldowns allow. */
        SEQUENTIAL
    }

    /** Rejects a village without villagers, and servers in virtual time. */
    public SimulationSettings {
        if (villagers < 1) {
            throw new IllegalArgumentException(villagers + " villagers (expected 1 or more)");
        }
        if (virtualTime && !mind.isAwaitable()) {
            throw new IllegalArgumentException(mind + " cannot follow virtual time (expected one"
                    + " without a network, or a run in real time)");
        }
    }

    /** Creates settings without habits. */
    public SimulationSettings(
            long seed,
            int villagers,
            boolean virtualTime,
            MindSource mind,
            DecisionMode decisions) {
        this(seed, villagers, virtualTime, mind, decisions, HabitSource.OFF);
    }

    /** Creates settings with layers selected by the table, without habits. */
    public SimulationSettings(long seed, int villagers, boolean virtualTime, MindSource mind) {
        this(seed, villagers, virtualTime, mind, DecisionMode.SCHEDULED);
    }

    /** Returns settings for eight villagers with the offline mind in virtual time. */
    public static SimulationSettings offline(long seed) {
        return new SimulationSettings(seed, 8, true, MindSource.Offline.RELIABLE);
    }

    /** Copies these settings with another source of answers. */
    public SimulationSettings with(MindSource value) {
        return new SimulationSettings(seed, villagers, virtualTime, value, decisions, habits);
    }

    /** Copies these settings with another seed. */
    public SimulationSettings withSeed(long value) {
        return new SimulationSettings(value, villagers, virtualTime, mind, decisions, habits);
    }

    /** Copies these settings with other habits. */
    public SimulationSettings with(HabitSource value) {
        return new SimulationSettings(seed, villagers, virtualTime, mind, decisions, value);
    }
}
