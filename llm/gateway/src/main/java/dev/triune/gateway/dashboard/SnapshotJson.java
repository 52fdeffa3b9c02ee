/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.BatchFigures;
import dev.triune.llm.BrokerStats;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Figures as the page and the terminal read them. Times are milliseconds, money is USD. */
final class SnapshotJson {
    /** Games that are listed; those with the most to do come first. */
    static final int MOST_GAMES = 100;

    private SnapshotJson() {}

    /** One moment, without the history. */
    static ObjectNode of(Snapshot snapshot) {
        BrokerStats stats = snapshot.stats();
        Seen seen = snapshot.seen();
        ObjectNode json = Json.object().put("now", snapshot.at()).put("uptimeMs", seen.uptimeMs());
        json.putObject("queue")
                .put("waiting", stats.waiting())
                .put("inFlight", stats.inFlight())
                .put("most", stats.maxWaiting())
                .put("open", snapshot.open());
        json.set("batches", batches(snapshot.batches()));
        json.set("credits", credits(snapshot.batches()));
        ObjectNode throughput =
                json.putObject("throughput").put("perSecond", round(seen.perSecond()));
        if (!snapshot.allowed().isEmpty()) {
            double target = snapshot.allowed().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            throughput.put("target", round(target));
        }
        ObjectNode latency = json.putObject("latency");
        latency.set("firstDelta", percentiles(seen.firstDelta()));
        latency.set("complete", percentiles(seen.complete()));
        latency.set("wait", percentiles(seen.waited()));
        json.set("totals", totals(stats, seen));
        games(snapshot, json);
        json.set("providers", providers(snapshot));
        ArrayNode recent = json.putArray("recent");
        seen.recent().forEach(ended -> recent.add(ended(ended)));
        json.put("viewers", snapshot.viewers());
        return json;
    }

    /** The points of the charts, each as [at, perSecond, waiting, inFlight, p50, p95, tokens]. */
    static ArrayNode history(List<History.Point> points) {
        ArrayNode json = Json.array();
        for (History.Point point : points) {
            ArrayNode each = json.addArray()
                    .add(point.at())
                    .add(round(point.perSecond()))
                    .add(point.waiting())
                    .add(point.inFlight());
            if (point.latency().count() == 0) {
                each.addNull().addNull();
            } else {
                each.add(round(point.latency().p50())).add(round(point.latency().p95()));
            }
            each.add(round(point.tokens()));
        }
        return json;
    }

    private static ObjectNode batches(BatchFigures batches) {
        return Json.object()
                .put("active", batches.active())
                .put("total", batches.batches())
                .put("requests", batches.requests())
                .put("efficiency", round(batches.efficiency()))
                .put("saved", round(batches.saved()));
    }

    private static ObjectNode credits(BatchFigures batches) {
        return Json.object()
                .put("now", batches.credits())
                .put("capacity", batches.capacity())
                .put("perSecond", batches.perSecond())
                .put("waiting", batches.waiting())
                .put("nextWindowMs", batches.nextWindowMs());
    }

    private static ObjectNode percentiles(Samples.Percentiles spread) {
        ObjectNode json = Json.object().put("count", spread.count());
        if (spread.count() > 0) {
            json.put("p50", round(spread.p50())).put("p95", round(spread.p95()));
        }
        return json;
    }

    private static ObjectNode totals(BrokerStats stats, Seen seen) {
        ObjectNode json = Json.object()
                .put("submitted", stats.submitted())
                .put("ended", stats.ended())
                .put("successRate", round(stats.successRate()))
                .put("rateLimited", stats.rateLimited())
                .put("fallbacks", stats.fallbacks())
                .put("retries", stats.retries())
                .put("cacheHits", stats.cacheHits())
                .put("tokensIn", stats.usage().total() - stats.usage().output())
                .put("tokensOut", stats.usage().output())
                .put("tokensPerSecond", round(seen.tokensPerSecond()))
                .put("cost", money(seen.cost()));
        ObjectNode outcomes = json.putObject("outcomes");
        stats.outcomes()
                .forEach((kind, count) ->
                        outcomes.put(kind.name().toLowerCase(java.util.Locale.ROOT), count));
        return json;
    }

    private static void games(Snapshot snapshot, ObjectNode json) {
        Map<String, BrokerStats.GameStats> games = snapshot.stats().games();
        Map<String, Long> tokens = snapshot.seen().gameTokens();
        long all = games.keySet().stream()
                .mapToLong(game -> tokens.getOrDefault(game, 0L))
                .sum();
        long demanding = games.values().stream().filter(SnapshotJson::hasDemand).count();
        double credits = (double) snapshot.batches().perSecond() / Math.max(1, demanding);
        json.put("gamesTotal", games.size()).put("gamesWithDemand", demanding);
        ArrayNode list = json.putArray("games");
        games.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(BUSIEST))
                .limit(MOST_GAMES)
                .forEach(entry -> {
                    BrokerStats.GameStats game = entry.getValue();
                    long minute = tokens.getOrDefault(entry.getKey(), 0L);
                    list.addObject()
                            .put("name", Shown.name(entry.getKey()))
                            .put("requests", game.ended() + game.waiting() + game.inFlight())
                            .put("waiting", game.waiting())
                            .put("inFlight", game.inFlight())
                            .put("tokens", game.tokens())
                            .put("share", all == 0 ? 0 : round((double) minute / all))
                            .put("credits", hasDemand(game) ? round(credits) : 0);
                });
    }

    private static final Comparator<BrokerStats.GameStats> BUSIEST = Comparator.comparing(
                    SnapshotJson::hasDemand)
            .thenComparingLong(BrokerStats.GameStats::ended)
            .reversed();

    private static boolean hasDemand(BrokerStats.GameStats game) {
        return game.waiting() + game.inFlight() > 0;
    }

    private static ArrayNode providers(Snapshot snapshot) {
        ArrayNode list = Json.array();
        for (BrokerStats.ProviderStats provider : snapshot.stats().providers()) {
            String name = provider.name();
            ObjectNode json = list.addObject()
                    .put("name", Shown.name(name))
                    .put("queued", provider.waiting())
                    .put("inFlight", provider.inFlight())
                    .put("permits", provider.permits())
                    .put("keys", provider.keys().size())
                    .put(
                            "keysInService",
                            provider.keys().stream()
                                    .filter(BrokerStats.KeyStats::inService)
                                    .count())
                    .put("breakerOpen", provider.breakerOpen())
                    .put("calls", provider.calls())
                    .put("rateLimited", provider.rateLimited())
                    .put("fallbacks", provider.fallbacks())
                    .put("successRate", round(provider.successRate()))
                    .put("waitP95", provider.p95Wait().toMillis())
                    .put("tokens", snapshot.seen().tokens().getOrDefault(name, 0L))
                    .put(
                            "cost",
                            money(snapshot.seen().costs().getOrDefault(name, BigDecimal.ZERO)));
            long cooling = provider.cooling().toMillis();
            if (cooling > 0) {
                json.put("coolingUntil", snapshot.at() + cooling);
            }
            Double allowed = snapshot.allowed().get(name);
            if (allowed != null) {
                json.put("perMinute", round(allowed * 60));
            }
        }
        return list;
    }

    private static ObjectNode ended(Seen.Ended ended) {
        ObjectNode json = Json.object()
                .put("at", ended.at())
                .put("session", ended.session())
                .put("agent", ended.agent())
                .put("model", ended.model())
                .put("provider", ended.provider())
                .put("waitMs", ended.waitMs())
                .put("latencyMs", ended.latencyMs())
                .put("tokens", ended.tokens())
                .put("outcome", ended.outcome());
        if (!ended.prompt().isEmpty()) {
            json.put("prompt", ended.prompt());
        }
        return json;
    }

    /** Nobody reads more than three digits after the point. */
    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static double money(BigDecimal amount) {
        return amount.setScale(6, java.math.RoundingMode.HALF_UP).doubleValue();
    }
}
