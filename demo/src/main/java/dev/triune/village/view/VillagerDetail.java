/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.triune.action.Step;
import dev.triune.village.sim.PromptCapture;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Everything about one villager, for the inspector. Immutable, except the exchange, which grows
 * while a model writes and can be read on any thread.
 *
 * @param villager its number
 * @param rule what the rules say now
 * @param request the last request; null before the first
 * @param override the layer that thinks whatever the rules say; empty for the rules' choice
 * @param plan the steps of the queue
 * @param ahead the plan after that
 * @param traits what it is like
 * @param extraversion how much it likes to talk, 0 to 1
 * @param partners who it talks to; empty outside of a conversation
 * @param turn who has the turn in that conversation, by name; empty for nobody
 * @param lines what it said and heard last, the oldest first
 * @param memories null if villagers have no memory here
 * @param relations the same
 * @param exchange what went last between it and a model; null if nothing was kept
 * @param costPerToken what a token cost on average, in USD
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
        boolean alive,
        boolean asleep,
        boolean thinking,
        String doing,
        String pausedBy,
        SelectedRule rule,
        @Nullable LastRequest request,
        String override,
        List<LayerReadiness> layers,
        String thought,
        List<StepRow> plan,
        List<StepRow> ahead,
        List<GoalRow> goals,
        List<String> priorities,
        List<String> troubles,
        List<String> partners,
        String turn,
        int turns,
        List<SpokenLine> lines,
        @Nullable List<MemoryRow> memories,
        @Nullable List<RelationRow> relations,
        Map<String, Long> answers,
        Map<String, Long> steps,
        Map<String, Long> asked,
        VillagerTokens tokens,
        @JsonIgnore PromptCapture.@Nullable CapturedExchange exchange,
        @JsonIgnore double costPerToken) {
    /** The rules' choice: the layer, the reason, and the urgency from 1 to 10. */
    record SelectedRule(String layer, String reason, int urgency) {}

    /** A request; {@code end} is empty while it is pending. */
    record LastRequest(String layer, String reason, int urgency, long tick, String end) {}

    /** The cooldown of a layer, and the time left of it, in milliseconds of game time. */
    record LayerReadiness(String layer, long inMs, long cooldownMs, boolean enabled) {}

    /** A step of a plan and its state. */
    record StepRow(
            @JsonSerialize(using = ToStringSerializer.class) Step step,
            String state,
            String reason,
            int starts) {}

    /** A goal; {@code progress} is 0 to 1. */
    record GoalRow(String type, String text, float progress) {}

    /** A spoken line. */
    record SpokenLine(long tick, String who, String text) {}

    /** An episode; {@code source} is empty if it was lived. */
    record MemoryRow(String text, String kind, float score, long tick, String source) {}

    /** Its relation to another; {@code liking} is -1 to 1. */
    record RelationRow(String name, String words, float liking) {}

    /** The tokens of its own answers. */
    record VillagerTokens(long input, long output, long total) {}

    /** The last prompt and answer as JSON. */
    record LastExchange(String model, String state, String prompt, String answer) {}

    /**
     * Returns the last prompt and the part of its answer that has arrived; null if none was kept.
     */
    @JsonProperty
    @Nullable
    LastExchange last() {
        PromptCapture.CapturedExchange kept = exchange;
        return kept == null
                ? null
                : new LastExchange(kept.model(), kept.state(), kept.prompt(), kept.answer());
    }

    /** Returns the approximate cost of its answers, its share of all tokens, in USD. */
    @JsonProperty
    double cost() {
        return tokens.total() * costPerToken;
    }
}
