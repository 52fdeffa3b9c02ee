/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.AgentInspection;
import java.util.List;
import java.util.Map;

/**
 * The details of a villager, for the inspector of the page: its mind, which the inspection of {@code
 * core} describes alone, and what the village knows of it. Immutable.
 *
 * @param villager its number
 * @param traits its traits
 * @param extraversion its talkativeness, 0 to 1
 * @param body the needs that only villagers have, 0 to 1
 * @param lines the last lines it said and heard, oldest first
 * @param cost the estimated cost of its answers, by its share of all tokens, in USD
 * @param mind all that it thinks and feels
 */
record VillagerDetail(
        int villager,
        String trade,
        List<String> traits,
        float extraversion,
        String carries,
        Map<String, Float> body,
        List<SpokenLine> lines,
        double cost,
        AgentInspection mind) {
    /** A spoken line, and where it comes from, in words; empty for a player's. */
    record SpokenLine(long tick, String who, String text, String source) {}
}
