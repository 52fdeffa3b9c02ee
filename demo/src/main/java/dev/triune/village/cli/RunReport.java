/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.triune.AnswerStatus;
import dev.triune.DecisionStats;
import dev.triune.SchedulerStats;
import dev.triune.component.Layer;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.rule.Trigger;
import dev.triune.village.sim.FailureLog;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.RunHistory;
import dev.triune.village.sim.SharedGatewayStatus;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.world.Building;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a run was like: every figure measured in it. Immutable; the components are the JSON. */
record RunReport(
        long seed,
        String mind,
        long ticks,
        double wallSeconds,
        String worldFingerprint,
        TickTimes tick,
        String policy,
        Map<String, Long> selections,
        Map<String, Long> reflexes,
        long requests,
        Map<String, Long> outcomes,
        Map<String, FailureLog.FailureCount> failures,
        Map<String, Long> answers,
        Map<String, Long> steps,
        Map<String, Long> refusals,
        Map<String, Long> failedSteps,
        long failedHalfWay,
        long unreadableAnswers,
        long unaskedKeys,
        Latency firstStepMs,
        Latency fullAnswerMs,
        long fallbacks,
        long rateLimited,
        long retries,
        long staleAtGrant,
        Map<String, Long> thoughts,
        QueueSummary queue,
        @Nullable GatewaySummary gateway,
        TokenCounts tokens,
        Map<String, ModelSummary> models,
        double costUsd,
        TalkSummary talk,
        long routines,
        Map<String, Integer> buildings,
        List<VillagerSummary> villagers,
        List<StoryResult> stories,
        @Nullable String tape,
        @JsonIgnore RunHistory history) {
    /** Of {@code world.process()}, in milliseconds; {@code over50Ms} counts ticks. */
    record TickTimes(double p50Ms, double p99Ms, double maxMs, long over50Ms) {}

    /** In milliseconds of the broker's clock, over {@code count} plans. */
    record Latency(long count, double p50, double p95) {}

    /** Of the broker's queues. */
    record QueueSummary(int maxWaiting, long p95WaitMs) {}

    /** Of a gateway that other games may share; times in ticks. */
    record GatewaySummary(int activeGames, long cooldowns, long longestTicks) {
        static @Nullable GatewaySummary of(SharedGatewayStatus sharedGatewayStatus) {
            return sharedGatewayStatus.isShared()
                    ? new GatewaySummary(
                            sharedGatewayStatus.activeGames(),
                            sharedGatewayStatus.cooldowns(),
                            sharedGatewayStatus.longestCooldown())
                    : null;
        }
    }

    /** Of one model; the cost is by the prices that the configuration gives, else 0. */
    record ModelSummary(long calls, long input, long output, double costUsd) {}

    /** Of conversations: what was said, and what came of it. */
    record TalkSummary(long conversations, long turns, long promises, long told, long relations) {
        static TalkSummary of(TalkStats counts) {
            return new TalkSummary(
                    counts.conversations(),
                    counts.turns(),
                    counts.promises(),
                    counts.factsShared(),
                    counts.relations());
        }
    }

    /** Of all answers. */
    record TokenCounts(long input, long output) {}

    /** Of one villager. */
    record VillagerSummary(String name, String trade, boolean alive, long stuckTicks, int said) {}

    static RunReport of(
            VillageSimulation village, SimulationSettings simulationSettings, double wallSeconds) {
        BrokerStats stats = village.brokerStats();
        DecisionStats decisionStats = village.decisionStats();
        return new RunReport(
                simulationSettings.seed(),
                mind(simulationSettings),
                village.ticks(),
                Math.round(wallSeconds * 1_000) / 1_000.0,
                village.fingerprint(),
                tickTimes(village),
                lower(simulationSettings.decisions()),
                selections(village),
                reflexes(village),
                stats.submitted(),
                outcomes(stats),
                village.failureLog().failureCounts(),
                answers(decisionStats),
                steps(decisionStats),
                decisionStats.refusals(),
                village.failedSteps(),
                village.failureLog().cutOffAnswers(),
                decisionStats.unreadableAnswers(),
                decisionStats.unknownKeys(),
                latency(village.latencyMetrics().firstStep()),
                latency(village.latencyMetrics().fullAnswer()),
                stats.fallbacks(),
                stats.rateLimited(),
                stats.retries(),
                village.scheduler().stats().unusedGrants(),
                thoughts(village.scheduler().stats(), decisionStats),
                new QueueSummary(stats.maxWaiting(), stats.p95Wait().toMillis()),
                GatewaySummary.of(village.sharedGatewayStatus()),
                new TokenCounts(stats.usage().input(), stats.usage().output()),
                models(stats),
                cost(stats),
                TalkSummary.of(village.talk()),
                village.routines(),
                buildings(village),
                villagers(village),
                village.stories(),
                village.tapeStatus().orElse(null),
                village.runHistory());
    }

    private static Map<String, ModelSummary> models(BrokerStats stats) {
        Map<String, ModelSummary> all = new LinkedHashMap<>();
        stats.models()
                .forEach((name, model) -> all.put(
                        name,
                        new ModelSummary(
                                model.calls(),
                                model.usage().input(),
                                model.usage().output(),
                                model.cost().doubleValue())));
        return all;
    }

    private static double cost(BrokerStats stats) {
        return stats.models().values().stream()
                .map(BrokerStats.ModelStats::cost)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .doubleValue();
    }

    /** What answered, in words that leave no doubt. */
    static String mind(SimulationSettings simulationSettings) {
        return simulationSettings.mind();
    }

    /** How many villagers are alive. */
    long alive() {
        return villagers.stream().filter(VillagerSummary::alive).count();
    }

    /** The longest that anybody was stuck, in ticks. */
    long longestStuck() {
        return villagers.stream().mapToLong(VillagerSummary::stuckTicks).max().orElse(0);
    }

    String json() {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(this) + "\n";
    }

    private static TickTimes tickTimes(VillageSimulation village) {
        Histogram times = village.tickTimes();
        return new TickTimes(
                times.percentileMillis(0.5),
                times.percentileMillis(0.99),
                times.maxMillis(),
                village.slowTicks());
    }

    private static Latency latency(Histogram times) {
        return new Latency(
                times.count(), times.percentileMillis(0.5), times.percentileMillis(0.95));
    }

    private static Map<String, Long> selections(VillageSimulation village) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Layer layer : Layer.values()) {
            all.put(layer.label(), village.scheduler().stats().selections(layer));
        }
        return all;
    }

    private static Map<String, Long> reflexes(VillageSimulation village) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Trigger reflex : village.reflexes().reflexTable().triggers()) {
            all.merge(reflex.behavior(), village.reflexes().count(reflex), Long::sum);
        }
        return all;
    }

    private static Map<String, Long> outcomes(BrokerStats stats) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            all.put(lower(kind), stats.count(kind));
        }
        return all;
    }

    private static Map<String, Long> answers(DecisionStats decisionStats) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (AnswerStatus end : AnswerStatus.values()) {
            all.put(lower(end), decisionStats.answers(end));
        }
        return all;
    }

    private static Map<String, Long> thoughts(SchedulerStats stats, DecisionStats decisionStats) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("ahead", stats.plannedAhead());
        all.put("aheadUsed", decisionStats.nextPlansUsed());
        all.put("aheadWasted", decisionStats.nextPlansWasted());
        all.put("periodic", stats.periodic());
        all.put("superseded", stats.superseded());
        all.put("stepsMended", decisionStats.repaired());
        all.put("stepsBridged", decisionStats.bridged());
        all.put("secondTries", decisionStats.secondTries());
        all.put("routineInstead", decisionStats.fallbacks());
        return all;
    }

    private static Map<String, Long> steps(DecisionStats decisionStats) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("queued", decisionStats.queued());
        all.put("done", decisionStats.done());
        all.put("failed", decisionStats.failed());
        all.put("dropped", decisionStats.dropped());
        all.put("refused", decisionStats.refused());
        return all;
    }

    private static Map<String, Integer> buildings(VillageSimulation village) {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Building building : Building.values()) {
            all.put(building.label(), village.village().builtCount(building));
        }
        return all;
    }

    private static List<VillagerSummary> villagers(VillageSimulation village) {
        List<VillagerSummary> all = new ArrayList<>();
        for (int agent : village.villagers()) {
            all.add(new VillagerSummary(
                    village.nameOf(agent),
                    village.tradeOf(agent),
                    village.needsOf(agent).alive(),
                    village.stuckTicks(agent),
                    village.linesSaid(agent)));
        }
        return all;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
