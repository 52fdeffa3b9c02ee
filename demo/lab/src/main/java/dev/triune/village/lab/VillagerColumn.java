/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.village.sim.VillageSimulation;
import java.util.function.BiFunction;

/**
 * What the reports say about each villager, in order. A constant added here is a field of the JSON
 * report and a column of the page. What is to be counted anew needs a field of {@link
 * dev.triune.village.people.Villager}, which saves keep, and one line where it happens.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
enum VillagerColumn {
    /** The name. */
    NAME("name", "name", VillageSimulation::nameOf),
    /** The trade at the end. */
    TRADE("trade", "trade", VillageSimulation::tradeOf),
    /** Whether it is alive. */
    ALIVE("alive", "", (village, agent) -> village.needsOf(agent).alive()),
    /** The longest time without a change. */
    STUCK_TICKS(
            "stuckTicks", "stuck, ticks", (village, agent) -> village.stats().stuckTicks(agent)),
    /** The lines that it said. */
    SAID("said", "lines said", (village, agent) -> village.villagerOf(agent).linesSaid);

    private final String key;
    private final String heading;
    private final BiFunction<VillageSimulation, Integer, Object> value;

    VillagerColumn(
            String key, String heading, BiFunction<VillageSimulation, Integer, Object> value) {
        this.key = key;
        this.heading = heading;
        this.value = value;
    }

    /** Returns the name of its field in the JSON report. */
    String key() {
        return key;
    }

    /** Returns its heading on the page; may be empty. */
    String heading() {
        return heading;
    }

    /** Returns the value for a villager: a text, a number or a Boolean. */
    Object value(VillageSimulation village, int agent) {
        return value.apply(village, agent);
    }
}
