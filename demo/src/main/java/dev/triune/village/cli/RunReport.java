/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.triune.AnswerStatus;
import dev.triune.MindStats;
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
import dev.triune.village.world.Chronicle;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
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
                    counts(Layer.values(), Layer::label, stats::selections),
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
                    stats.submitted(),
                    counts(Outcome.Kind.values(), RunReport::lower, stats::count),
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
            steps.put("queued", stats.queued());
            steps.put("done", stats.done());
            steps.put("failed", stats.failed());
            steps.put("dropped", stats.dropped());
            steps.put("refused", stats.refused());
            return new AnswerSummary(
                    counts(AnswerStatus.values(), RunReport::lower, stats::answers),
                    steps,
                    stats.refusals(),
                    village.stats().failedSteps(),
                    village.stats().failures().cutOffAnswers(),
                    stats.unreadableAnswers(),
                    stats.unknownKeys(),
                    Latency.of(village.stats().latency().firstStep()),
                    Latency.of(village.stats().latency().fullAnswer()));
        }
    }

    /** The broker's reactions to failed or refused calls. */
    record ProviderSummary(long fallbacks, long rateLimited, long retries) {
        private static ProviderSummary of(BrokerStats stats) {
            return new ProviderSummary(stats.fallbacks(), stats.rateLimited(), stats.retries());
        }
    }

    /** The work of the scheduler. */
    record SchedulingSummary(long staleAtGrant, Map<String, Long> thoughts) {
        private static SchedulingSummary of(MindStats stats) {
            Map<String, Long> thoughts = new LinkedHashMap<>();
            thoughts.put("ahead", stats.plannedAhead());
            thoughts.put("aheadUsed", stats.nextPlansUsed());
            thoughts.put("aheadWasted", stats.nextPlansWasted());
            thoughts.put("periodic", stats.periodic());
            thoughts.put("superseded", stats.superseded());
            thoughts.put("stepsMended", stats.repaired());
            thoughts.put("stepsBridged", stats.bridged());
            thoughts.put("secondTries", stats.secondTries());
            thoughts.put("routineInstead", stats.fallbacks());
            return new SchedulingSummary(stats.unusedGrants(), thoughts);
        }
    }

    /**
     * Plans used again without a model, and the figures of each day.
     *
     * @param count the number of habits at the end
     * @param plans the number of plans from habits, which saved calls
     * @param steps the number of completed steps of habits
     * @param settledTalks the number of conversations settled without a call
     * @param barks the number of lines reused in these
     */
    record HabitSummary(
            int count,
            long plans,
            long steps,
            long settledTalks,
            long barks,
            List<DaySummary> days) {
        private static HabitSummary of(VillageSimulation village, MindStats stats) {
            return new HabitSummary(
                    village.habits().map(habits -> habits.all().size()).orElse(0),
                    stats.habitPlans(),
                    stats.habitSteps().done(),
                    stats.settledTalks(),
                    stats.barks(),
                    village.stats().history().days().stream()
                            .map(DaySummary::of)
                            .toList());
        }
    }

    /** A complete day; the figures are per villager. */
    record DaySummary(
            long day, double talker, double executor, double tokens, double habits, double steps) {
        private static DaySummary of(RunHistory.Day day) {
            double villagers = day.villagers();
            return new DaySummary(
                    day.day(),
                    round(day.requests().get(Layer.TALKER.ordinal()) / villagers),
                    round(day.requests().get(Layer.EXECUTOR.ordinal()) / villagers),
                    Math.rint(day.tokens() / villagers),
                    round(day.habitPlans() / villagers),
                    round(day.steps() / villagers));
        }

        private static double round(double value) {
            return Math.rint(value * 100) / 100;
        }

        /** Returns the requests of both layers. */
        double calls() {
            return talker + executor;
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
                    new QueueSummary(stats.maxWaiting(), stats.p95Wait().toMillis()),
                    GatewaySummary.of(gateway),
                    new TokenCounts(stats.usage().input(), stats.usage().output()),
                    models,
                    stats.models().values().stream()
                            .map(BrokerStats.ModelStats::cost)
                            .reduce(BigDecimal.ZERO, BigDecimal::add)
                            .doubleValue());
        }
    }

    /** The village and its villagers. */
    record LifeSummary(
            TalkSummary talk,
            long routines,
            double busyShare,
            Map<String, Integer> buildings,
            Map<String, Long> changes,
            List<VillagerSummary> villagers,
            List<StoryResult> stories) {
        private static LifeSummary of(VillageSimulation village) {
            Map<String, Integer> buildings = new LinkedHashMap<>();
            for (Building building : Building.values()) {
                buildings.put(building.label(), village.village().buildings().builtCount(building));
            }
            Map<String, Long> changes = new LinkedHashMap<>();
            for (Chronicle.Change change : Chronicle.Change.values()) {
                changes.put(change.label(), village.village().chronicle().count(change));
            }
            return new LifeSummary(
                    TalkSummary.of(village.stats().talk()),
                    village.stats().routines(),
                    village.stats().busyShare(),
                    buildings,
                    changes,
                    Arrays.stream(village.villagers())
                            .mapToObj(agent -> VillagerSummary.of(village, agent))
                            .toList(),
                    village.stories());
        }

        /** Counts the villagers that are alive. */
        long alive() {
            return villagers.stream().filter(VillagerSummary::alive).count();
        }

        /** Returns the longest time that any villager was stuck, in ticks. */
        long longestStuck() {
            return villagers.stream()
                    .mapToLong(VillagerSummary::stuckTicks)
                    .max()
                    .orElse(0);
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

    /** The conversations, their lines and effects. */
    record TalkSummary(
            long conversations,
            long lines,
            long repeats,
            long ownRepeats,
            long distinct,
            long promises,
            long told,
            long relations) {
        private static TalkSummary of(TalkStats counts) {
            return new TalkSummary(
                    counts.conversations(),
                    counts.lines(),
                    counts.repeats(),
                    counts.ownRepeats(),
                    counts.distinct(),
                    counts.promises(),
                    counts.factsShared(),
                    counts.relations());
        }
    }

    /** Tokens of all answers. */
    record TokenCounts(long input, long output) {}

    /** One villager. */
    record VillagerSummary(String name, String trade, boolean alive, long stuckTicks, int said) {
        private static VillagerSummary of(VillageSimulation village, int agent) {
            return new VillagerSummary(
                    village.nameOf(agent),
                    village.tradeOf(agent),
                    village.needsOf(agent).alive(),
                    village.stats().stuckTicks(agent),
                    village.linesSaid(agent));
        }
    }

    /**
     * Collects all figures of a village.
     *
     * @param wallSeconds the duration of the run in real time
     */
    static RunReport of(
            VillageSimulation village, SimulationSettings settings, double wallSeconds) {
        BrokerStats stats = village.stats().broker();
        MindStats mindStats = village.stats().minds();
        return new RunReport(
                RunSummary.of(village, settings, wallSeconds),
                DecisionSummary.of(village, settings),
                RequestSummary.of(village, stats),
                AnswerSummary.of(village, mindStats),
                ProviderSummary.of(stats),
                SchedulingSummary.of(mindStats),
                HabitSummary.of(village, mindStats),
                UsageSummary.of(stats, village.stats().gateway()),
                LifeSummary.of(village),
                village.tapeStatus().orElse(null),
                village.stats().history());
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
