/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.triune.apply.AnswerEnd;
import dev.triune.apply.Ledger;
import dev.triune.autonomic.Trigger;
import dev.triune.component.Layer;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.schedule.SchedulerStats;
import dev.triune.village.places.Building;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.History;
import dev.triune.village.sim.Neighbours;
import dev.triune.village.sim.Outages;
import dev.triune.village.sim.Settings;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.story.Telling;
import dev.triune.village.talk.TalkCounts;
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
record Report(
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
        Map<String, Outages.Failures> failures,
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
        QueueFigures queue,
        @Nullable GatewayFigures gateway,
        Tokens tokens,
        Map<String, ModelFigures> models,
        double costUsd,
        TalkFigures talk,
        long routines,
        Map<String, Integer> buildings,
        List<VillagerFigures> villagers,
        List<Telling> stories,
        @Nullable String tape,
        @JsonIgnore History history) {
    /** Of {@code world.process()}, in milliseconds; {@code over50Ms} counts ticks. */
    record TickTimes(double p50Ms, double p99Ms, double maxMs, long over50Ms) {}

    /** In milliseconds of the broker's clock, over {@code count} plans. */
    record Latency(long count, double p50, double p95) {}

    /** Of the broker's queues. */
    record QueueFigures(int maxWaiting, long p95WaitMs) {}

    /** Of a gateway that other games may share; times in ticks. */
    record GatewayFigures(int activeGames, long cooldowns, long longestTicks) {
        static @Nullable GatewayFigures of(Neighbours neighbours) {
            return neighbours.any()
                    ? new GatewayFigures(
                            neighbours.activeGames(),
                            neighbours.cooldowns(),
                            neighbours.longestCooldown())
                    : null;
        }
    }

    /** Of one model; the cost is by the prices that the configuration gives, else 0. */
    record ModelFigures(long calls, long input, long output, double costUsd) {}

    /** Of conversations: what was said, and what came of it. */
    record TalkFigures(long conversations, long turns, long promises, long told, long relations) {
        static TalkFigures of(TalkCounts counts) {
            return new TalkFigures(
                    counts.conversations(),
                    counts.turns(),
                    counts.promises(),
                    counts.told(),
                    counts.relations());
        }
    }

    /** Of all answers. */
    record Tokens(long input, long output) {}

    /** Of one villager. */
    record VillagerFigures(String name, String trade, boolean alive, long stuckTicks, int said) {}

    static Report of(VillageSimulation village, Settings settings, double wallSeconds) {
        BrokerStats stats = village.brokerStats();
        Ledger ledger = village.ledger();
        return new Report(
                settings.seed(),
                mind(settings),
                village.ticks(),
                Math.round(wallSeconds * 1_000) / 1_000.0,
                village.fingerprint(),
                tickTimes(village),
                lower(settings.decisions()),
                selections(village),
                reflexes(village),
                stats.submitted(),
                outcomes(stats),
                village.outages().failures(),
                answers(ledger),
                steps(ledger),
                ledger.refusals(),
                village.failedSteps(),
                village.outages().halfWay(),
                ledger.unreadableAnswers(),
                ledger.unaskedKeys(),
                latency(village.metrics().firstStep()),
                latency(village.metrics().fullAnswer()),
                stats.fallbacks(),
                stats.rateLimited(),
                stats.retries(),
                village.scheduler().stats().staleAtGrant(),
                thoughts(village.scheduler().stats(), ledger),
                new QueueFigures(stats.maxWaiting(), stats.p95Wait().toMillis()),
                GatewayFigures.of(village.neighbours()),
                new Tokens(stats.usage().input(), stats.usage().output()),
                models(stats),
                cost(stats),
                TalkFigures.of(village.talk()),
                village.routines(),
                buildings(village),
                villagers(village),
                village.stories(),
                village.fateOfTape().orElse(null),
                village.history());
    }

    private static Map<String, ModelFigures> models(BrokerStats stats) {
        Map<String, ModelFigures> all = new LinkedHashMap<>();
        stats.models()
                .forEach((name, model) -> all.put(
                        name,
                        new ModelFigures(
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
    static String mind(Settings settings) {
        return settings.mind();
    }

    /** How many villagers are alive. */
    long alive() {
        return villagers.stream().filter(VillagerFigures::alive).count();
    }

    /** The longest that anybody was stuck, in ticks. */
    long longestStuck() {
        return villagers.stream().mapToLong(VillagerFigures::stuckTicks).max().orElse(0);
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
                village.ticksOver());
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
        for (Trigger reflex : village.reflexes().reflexes().triggers()) {
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

    private static Map<String, Long> answers(Ledger ledger) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (AnswerEnd end : AnswerEnd.values()) {
            all.put(lower(end), ledger.answers(end));
        }
        return all;
    }

    private static Map<String, Long> thoughts(SchedulerStats stats, Ledger ledger) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("ahead", stats.thoughtAhead());
        all.put("aheadUsed", ledger.aheadUsed());
        all.put("aheadWasted", ledger.aheadWasted());
        all.put("periodic", stats.periodic());
        all.put("superseded", stats.superseded());
        all.put("stepsMended", ledger.mended());
        all.put("stepsBridged", ledger.bridged());
        all.put("secondTries", ledger.secondTries());
        all.put("routineInstead", ledger.fallbacks());
        return all;
    }

    private static Map<String, Long> steps(Ledger ledger) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("queued", ledger.queued());
        all.put("done", ledger.done());
        all.put("failed", ledger.failed());
        all.put("dropped", ledger.dropped());
        all.put("refused", ledger.refused());
        return all;
    }

    private static Map<String, Integer> buildings(VillageSimulation village) {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Building building : Building.values()) {
            all.put(building.label(), village.village().standing(building));
        }
        return all;
    }

    private static List<VillagerFigures> villagers(VillageSimulation village) {
        List<VillagerFigures> all = new ArrayList<>();
        for (int agent : village.villagers()) {
            all.add(new VillagerFigures(
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
