/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.BatchStats;
import dev.triune.gateway.dashboard.ActivitySnapshot.Totals;
import dev.triune.gateway.dashboard.ChartHistory.ChartPoint;
import dev.triune.gateway.dashboard.DurationSamples.LatencyPercentiles;
import dev.triune.gateway.http.Json;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.BrokerStats.TenantStats;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes statistics for the page and the terminal. Times are milliseconds, money is USD. */
final class DashboardJson {
    /** The maximum number of listed games, the busiest first. */
    static final int MAX_GAMES = 100;

    private DashboardJson() {}

    /** Writes a snapshot, without the history. */
    static ObjectNode of(DashboardSnapshot snapshot) {
        BrokerStats stats = snapshot.stats();
        ActivitySnapshot activity = snapshot.activity();
        ObjectNode json =
                Json.object().put("now", snapshot.at()).put("uptimeMs", activity.uptimeMs());
        ArrayNode problems = json.putArray("problems");
        snapshot.problems().forEach((name, problem) -> problems.add(name + ": " + problem));
        json.putObject("queue")
                .put("waiting", stats.queue().waiting())
                .put("inFlight", stats.calls().inFlight())
                .put("most", stats.queue().maxWaiting())
                .put("open", snapshot.open());
        json.set("batches", batches(snapshot.batches()));
        json.set("credits", credits(snapshot.batches()));
        ObjectNode throughput = json.putObject("throughput")
                .put("perSecond", round(activity.perSecond()))
                .put("callsLastMinute", activity.callsLastMinute());
        if (!snapshot.allowedPerSecond().isEmpty()) {
            double target = snapshot.allowedPerSecond().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            throughput.put("target", round(target));
        }
        ObjectNode latency = json.putObject("latency");
        latency.set("firstDelta", percentiles(activity.firstDelta()));
        latency.set("complete", percentiles(activity.complete()));
        latency.set("wait", percentiles(activity.waitTime()));
        json.set("totals", totals(stats, activity));
        games(snapshot, json);
        json.set("providers", providers(snapshot));
        ArrayNode models = json.putArray("models");
        activity.models()
                .forEach((name, totals) -> models.addObject()
                        .put("name", DisplayText.name(name))
                        .put("requests", totals.requests())
                        .put("tokens", totals.tokens())
                        .put("cost", money(totals.cost())));
        ArrayNode recent = json.putArray("recent");
        activity.recent().forEach(request -> recent.add(Json.tree(request)));
        json.put("viewers", snapshot.viewers());
        return json;
    }

    /**
     * Writes the points of charts, each as [at, perSecond, waiting, inFlight, p50, p95, tokens].
     */
    static ArrayNode history(List<ChartPoint> points) {
        ArrayNode json = Json.array();
        for (ChartPoint point : points) {
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

    private static ObjectNode batches(BatchStats batches) {
        return Json.object()
                .put("active", batches.active())
                .put("total", batches.batches())
                .put("requests", batches.requests())
                .put("efficiency", round(batches.efficiency()))
                .put("saved", round(batches.saved()));
    }

    private static ObjectNode credits(BatchStats batches) {
        return Json.object()
                .put("now", batches.credits())
                .put("capacity", batches.capacity())
                .put("perSecond", batches.perSecond())
                .put("waiting", batches.waiting())
                .put("nextWindowMs", batches.nextWindowMs());
    }

    private static ObjectNode percentiles(LatencyPercentiles spread) {
        ObjectNode json = Json.object().put("count", spread.count());
        if (spread.count() > 0) {
            json.put("p50", round(spread.p50())).put("p95", round(spread.p95()));
        }
        return json;
    }

    private static ObjectNode totals(BrokerStats stats, ActivitySnapshot activity) {
        ObjectNode json = Json.object()
                .put("submitted", stats.requests().submitted())
                .put("ended", stats.requests().ended())
                .put("successRate", round(stats.requests().successRate()))
                .put("rateLimited", stats.calls().rateLimited())
                .put("fallbacks", stats.requests().fallbacks())
                .put("retries", stats.requests().retries())
                .put("cacheHits", stats.requests().cacheHits())
                .put("tokensIn", stats.calls().usage().prompt())
                .put("cachedShare", round(stats.calls().usage().cachedShare()))
                .put("tokensOut", stats.calls().usage().output())
                .put("tokensPerSecond", round(activity.tokensPerSecond()))
                .put("cost", money(activity.cost()));
        ObjectNode outcomes = json.putObject("outcomes");
        stats.requests()
                .outcomes()
                .forEach(
                        (kind, count) -> outcomes.put(kind.name().toLowerCase(Locale.ROOT), count));
        return json;
    }

    private static void games(DashboardSnapshot snapshot, ObjectNode json) {
        Map<String, TenantStats> games = snapshot.stats().tenants();
        Map<String, Totals> totals = snapshot.activity().games();
        long all = games.keySet().stream()
                .mapToLong(game -> totals.getOrDefault(game, Totals.NONE).lastMinuteTokens())
                .sum();
        long demanding =
                games.values().stream().filter(DashboardJson::hasDemand).count();
        double credits = (double) snapshot.batches().perSecond() / Math.max(1, demanding);
        json.put("gamesTotal", games.size()).put("gamesWithDemand", demanding);
        ArrayNode list = json.putArray("games");
        games.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(BUSIEST))
                .limit(MAX_GAMES)
                .forEach(entry -> {
                    TenantStats game = entry.getValue();
                    Totals used = totals.getOrDefault(entry.getKey(), Totals.NONE);
                    double share = all == 0 ? 0 : (double) used.lastMinuteTokens() / all;
                    list.addObject()
                            .put("name", DisplayText.name(entry.getKey()))
                            .put("requests", game.ended() + game.waiting() + game.inFlight())
                            .put("waiting", game.waiting())
                            .put("inFlight", game.inFlight())
                            .put("tokens", game.tokens())
                            .put("cost", money(used.cost()))
                            .put("share", round(share))
                            .put("credits", hasDemand(game) ? round(credits) : 0);
                });
    }

    private static final Comparator<TenantStats> BUSIEST = Comparator.comparing(
                    DashboardJson::hasDemand)
            .thenComparingLong(TenantStats::ended)
            .reversed();

    private static boolean hasDemand(TenantStats game) {
        return game.waiting() + game.inFlight() > 0;
    }

    private static ArrayNode providers(DashboardSnapshot snapshot) {
        ArrayNode list = Json.array();
        for (ProviderStats provider : snapshot.stats().providers()) {
            String name = provider.name();
            Totals used = snapshot.activity().providers().getOrDefault(name, Totals.NONE);
            ObjectNode json = list.addObject()
                    .put("name", DisplayText.name(name))
                    .put("queued", provider.waiting())
                    .put("inFlight", provider.inFlight())
                    .put("permits", provider.permits())
                    .put("keys", provider.keys().size())
                    .put(
                            "keysInService",
                            provider.keys().stream().filter(KeyStats::inService).count())
                    .put("breakerOpen", provider.breakerOpen())
                    .put("calls", provider.calls())
                    .put("rateLimited", provider.rateLimited())
                    .put("fallbacks", provider.fallbacks())
                    .put("successRate", round(provider.successRate()))
                    .put("waitP95", provider.p95Wait().toMillis())
                    .put("tokens", used.tokens())
                    .put("cost", money(used.cost()));
            long cooling = provider.cooldown().toMillis();
            if (cooling > 0) {
                json.put("coolingUntil", snapshot.at() + cooling);
            }
            if (provider.waiting() > 0) {
                json.put("waitsFor", waitsFor(provider));
            }
            ActivitySnapshot.LastError error = snapshot.activity().lastErrors().get(name);
            if (error != null) {
                json.put("lastError", error.code())
                        .put("lastErrorMessage", error.message())
                        .put("lastErrorAt", error.at());
            }
            Double allowed = snapshot.allowedPerSecond().get(name);
            if (allowed != null) {
                json.put("perMinute", round(allowed * 60));
            }
        }
        return list;
    }

    /** Returns why requests wait; the limit includes its pacing and the reserve for emergencies. */
    private static String waitsFor(ProviderStats provider) {
        boolean out = provider.keys().stream().noneMatch(KeyStats::inService);
        if (provider.breakerOpen() || out) {
            return "out of service";
        }
        if (!provider.cooldown().isZero()) {
            return "cooling";
        }
        return provider.inFlight() >= provider.permits() ? "permits" : "limit";
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static double money(BigDecimal amount) {
        return amount.setScale(6, RoundingMode.HALF_UP).doubleValue();
    }
}
