/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.AgentInspection;
import java.util.List;
import java.util.Map;

/**
 * The details of a villager, for the inspector of the page. Immutable.
 *
 * @param villager its number
 * @param mind the inspection of its mind
 * @param traits its traits
 * @param extraversion its talkativeness, 0 to 1
 * @param partners its partners in a conversation; empty without one
 * @param turn the name of the member who has the turn in that conversation; may be empty
 * @param lines the last lines it said and heard, oldest first
 * @param cost the estimated cost of its answers, by its share of all tokens, in USD
 */
record VillagerDetail(
        int villager,
        String name,
        String trade,
        String description,
        List<String> skills,
        List<String> traits,
        float extraversion,
        String carries,
        Map<String, Float> needs,
        List<String> partners,
        String turn,
        int turns,
        List<SpokenLine> lines,
        double cost,
        AgentInspection mind) {
    /** A spoken line. */
    record SpokenLine(long tick, String who, String text) {}
}
