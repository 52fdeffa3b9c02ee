/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.AgentInspection;
import java.util.List;
import java.util.Map;

/**
 * One villager, for the inspector of the page. Immutable.
 *
 * @param villager its number
 * @param mind everything that it thinks
 * @param traits what it is like
 * @param extraversion how much it likes to talk, 0 to 1
 * @param partners who it talks to; empty outside of a conversation
 * @param turn who has the turn in that conversation, by name; empty for nobody
 * @param lines what it said and heard last, the oldest first
 * @param cost of its answers, its share of all tokens, in USD
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
