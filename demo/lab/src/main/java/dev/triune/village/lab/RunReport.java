/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.MindStats;
import dev.triune.component.Layer;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.village.sim.FailureLog;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.RunStats;
import dev.triune.village.sim.SharedGatewayStatus;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageSimulation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every figure measured in a run, in groups. Immutable. The components of all groups, in their
 * order, are the fields of the JSON report.
 *
 * @param truth what a judge of the lines found
 * @param tape the result of recording or replaying a tape; null without one
 * @param history samples over time, for the plots of the HTML report only
 */
record RunReport(
        @JsonUnwrapped RunSummary run,
        @JsonUnwrapped DecisionSummary decisions,
        @JsonUnwrapped RequestSummary requests,
        @JsonUnwrapped AnswerSummary answers,
        @JsonUnwrapped ProviderSummary providers,
        @JsonUnwrapped SchedulingSummary scheduling,
        HabitSummary habits,
        @JsonUnwrapped UsageSummary usage,
        @JsonUnwrapped LifeSummary life,
        TruthJudge.TruthFigures truth,
        @Nullable String tape,
        @JsonIgnore RunHistory history) {
    /** The run as a whole. */
    record RunSummary(
            long seed,
            String mind,
            long ticks,
            double wallSeconds,
            String worldFingerprint,
            TickTimes tick) {
        private static RunSummary of(
                VillageSimulation village, SimulationSettings settings, double wallSeconds) {
            Histogram times = village.stats().tickTimes();
            return new RunSummary(
                    settings.seed(),
                    settings.mind().toString(),
                    village.ticks(),
                    Math.round(wallSeconds * 1_000) / 1_000.0,
                    village.fingerprint(),
                    new TickTimes(
                            times.percentileMillis(0.5),
                            times.percentileMillis(0.99),
                            times.maxMillis(),
                            village.stats().slowTicks()));
        }
    }

    /** Which layers were selected, by which policy, and which reflexes were started. */
    record DecisionSummary(
            String policy, Map<String, Long> selections, Map<String, Long> reflexes) {
        private static DecisionSummary of(VillageSimulation village, SimulationSettings settings) {
            Map<String, Long> reflexes = new LinkedHashMap<>();
            for (Trigger reflex : village.reflexes().reflexTable().triggers()) {
                reflexes.merge(reflex.behavior(), village.reflexes().count(reflex), Long::sum);
            }
            MindStats stats = village.stats().minds();
            return new DecisionSummary(
                    lower(settings.decisions()),
                    counts(Layer.values(), Layer::label, stats.requests()::selections),
                    reflexes);
        }
    }

    /** The requests to the broker. */
    record RequestSummary(
            long requests,
            Map<String, Long> outcomes,
            Map<String, FailureLog.FailureCount> failures) {
        private static RequestSummary of(VillageSimulation village, BrokerStats stats) {
            return new RequestSummary(
                    stats.requests().submitted(),
                    counts(Outcome.Kind.values(), RunReport::lower, stats.requests()::count),
                    village.stats().failures().failureCounts());
        }
    }

    /** The answers and their steps. */
    record AnswerSummary(
            Map<String, Long> answers,
            Map<String, Long> steps,
            Map<String, Long> refusals,
            Map<String, Long> failedSteps,
            long failedHalfWay,
            long unreadableAnswers,
            long unaskedKeys,
            Latency firstStepMs,
            Latency fullAnswerMs) {
        private static AnswerSummary of(VillageSimulation village, MindStats stats) {
            Map<String, Long> steps = new LinkedHashMap<>();
            steps.put("queued", stats.steps().queued());
            steps.put("done", stats.steps().done());
            steps.put("failed", stats.steps().failed());
            steps.put("dropped", stats.steps().dropped());
            steps.put("refused", stats.repairs().refused());
            return new AnswerSummary(
                    counts(AnswerStatus.values(), RunReport::lower, stats.answers()::count),
                    steps,
                    stats.repairs().refusals(),
                    village.stats().failedSteps(),
                    village.stats().failures().cutOffAnswers(),
                    stats.answers().unreadable(),
                    stats.answers().unknownKeys(),
                    Latency.of(village.stats().latency().firstStep()),
                    Latency.of(village.stats().latency().fullAnswer()));
        }
    }

    /** The broker's reactions to failed or refused calls. */
    record ProviderSummary(long fallbacks, long rateLimited, long retries) {
        private static ProviderSummary of(BrokerStats stats) {
            return new ProviderSummary(
                    stats.requests().fallbacks(),
                    stats.calls().rateLimited(),
                    stats.requests().retries());
        }
    }

    /** The work of the scheduler. */
    record SchedulingSummary(long staleAtGrant, Map<String, Long> thoughts) {
        private static SchedulingSummary of(MindStats stats) {
            Map<String, Long> thoughts = new LinkedHashMap<>();
            thoughts.put("ahead", stats.requests().plannedAhead());
            thoughts.put("aheadUsed", stats.plans().nextUsed());
            thoughts.put("aheadWasted", stats.plans().nextWasted());
            thoughts.put("periodic", stats.requests().periodic());
            thoughts.put("superseded", stats.requests().superseded());
            thoughts.put("stepsMended", stats.repairs().repaired());
            thoughts.put("stepsBridged", stats.repairs().bridged());
            thoughts.put("secondTries", stats.answers().secondTries());
            thoughts.put("routineInstead", stats.answers().fallbacks());
            return new SchedulingSummary(stats.requests().unusedGrants(), thoughts);
        }
    }

    /** Waiting times, tokens and cost. */
    record UsageSummary(
            QueueSummary queue,
            @Nullable GatewaySummary gateway,
            TokenCounts tokens,
            Map<String, ModelSummary> models,
            double costUsd) {
        private static UsageSummary of(BrokerStats stats, SharedGatewayStatus gateway) {
            Map<String, ModelSummary> models = new LinkedHashMap<>();
            stats.models().forEach((name, model) -> models.put(name, ModelSummary.of(model)));
            return new UsageSummary(
                    new QueueSummary(
                            stats.queue().maxWaiting(), stats.queue().p95Wait().toMillis()),
                    GatewaySummary.of(gateway),
                    new TokenCounts(
                            stats.calls().usage().input(), stats.calls().usage().output()),
                    models,
                    RunStats.cost(stats));
        }
    }

    /** Durations of {@code world.process()} in milliseconds; {@code over50Ms} counts ticks. */
    record TickTimes(double p50Ms, double p99Ms, double maxMs, long over50Ms) {}

    /** Latencies of {@code count} plans by the broker's clock, in milliseconds. */
    record Latency(long count, double p50, double p95) {
        private static Latency of(Histogram times) {
            return new Latency(
                    times.count(), times.percentileMillis(0.5), times.percentileMillis(0.95));
        }
    }

    /** The broker's wait queues. */
    record QueueSummary(int maxWaiting, long p95WaitMs) {}

    /** A gateway that other games may share; times in ticks. */
    record GatewaySummary(int activeGames, long cooldowns, long longestTicks) {
        private static @Nullable GatewaySummary of(SharedGatewayStatus status) {
            return status.isShared()
                    ? new GatewaySummary(
                            status.activeGames(), status.cooldowns(), status.longestCooldown())
                    : null;
        }
    }

    /** One model; the cost uses the prices of the configuration, 0 without any. */
    record ModelSummary(long calls, long input, long output, double costUsd) {
        private static ModelSummary of(BrokerStats.ModelStats model) {
            return new ModelSummary(
                    model.calls(),
                    model.usage().input(),
                    model.usage().output(),
                    model.cost().doubleValue());
        }
    }

    /** Tokens of all answers. */
    record TokenCounts(long input, long output) {}

    /**
     * Collects all figures of a village.
     *
     * @param wallSeconds the duration of the run in real time
     * @param judge what judged the lines of the run
     */
    static RunReport of(
            VillageSimulation village,
            SimulationSettings settings,
            double wallSeconds,
            RunHistory history,
            TruthJudge judge) {
        BrokerStats stats = village.stats().broker();
        MindStats mindStats = village.stats().minds();
        return new RunReport(
                RunSummary.of(village, settings, wallSeconds),
                DecisionSummary.of(village, settings),
                RequestSummary.of(village, stats),
                AnswerSummary.of(village, mindStats),
                ProviderSummary.of(stats),
                SchedulingSummary.of(mindStats),
                HabitSummary.of(village, mindStats, history),
                UsageSummary.of(stats, village.stats().gateway()),
                LifeSummary.of(village),
                judge.figures(),
                village.transcript().status().orElse(null),
                history);
    }

    /** Writes the report as JSON. */
    String json() {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(this) + "\n";
    }

    private static <E> Map<String, Long> counts(
            E[] keys, Function<E, String> label, ToLongFunction<E> count) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (E key : keys) {
            all.put(label.apply(key), count.applyAsLong(key));
        }
        return all;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
