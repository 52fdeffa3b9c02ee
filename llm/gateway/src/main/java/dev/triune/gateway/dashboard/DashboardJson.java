/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.BatchStats;
import dev.triune.gateway.http.Json;
import dev.triune.llm.BrokerStats;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes statistics for the page and the terminal. Times are milliseconds, money is USD. */
final class DashboardJson {
    /** The maximum number of listed games, the busiest first. */
    static final int MAX_GAMES = 100;

    private DashboardJson() {}

    /** Writes a snapshot, without the history. */
    static ObjectNode of(DashboardSnapshot dashboardSnapshot) {
        BrokerStats stats = dashboardSnapshot.stats();
        ActivitySnapshot activitySnapshot = dashboardSnapshot.activity();
        ObjectNode json = Json.object()
                .put("now", dashboardSnapshot.at())
                .put("uptimeMs", activitySnapshot.uptimeMs());
        json.putObject("queue")
                .put("waiting", stats.waiting())
                .put("inFlight", stats.inFlight())
                .put("most", stats.maxWaiting())
                .put("open", dashboardSnapshot.open());
        json.set("batches", batches(dashboardSnapshot.batches()));
        json.set("credits", credits(dashboardSnapshot.batches()));
        ObjectNode throughput = json.putObject("throughput")
                .put("perSecond", round(activitySnapshot.perSecond()))
                .put("callsLastMinute", activitySnapshot.callsLastMinute());
        if (!dashboardSnapshot.allowedPerSecond().isEmpty()) {
            double target = dashboardSnapshot.allowedPerSecond().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            throughput.put("target", round(target));
        }
        ObjectNode latency = json.putObject("latency");
        latency.set("firstDelta", percentiles(activitySnapshot.firstDelta()));
        latency.set("complete", percentiles(activitySnapshot.complete()));
        latency.set("wait", percentiles(activitySnapshot.waitTime()));
        json.set("totals", totals(stats, activitySnapshot));
        games(dashboardSnapshot, json);
        json.set("providers", providers(dashboardSnapshot));
        ArrayNode models = json.putArray("models");
        activitySnapshot
                .models()
                .forEach((name, totals) -> models.addObject()
                        .put("name", DisplayText.name(name))
                        .put("requests", totals.requests())
                        .put("tokens", totals.tokens())
                        .put("cost", money(totals.cost())));
        ArrayNode recent = json.putArray("recent");
        activitySnapshot.recent().forEach(endedRequest -> recent.add(ended(endedRequest)));
        json.put("viewers", dashboardSnapshot.viewers());
        return json;
    }

    /**
     * Writes the points of charts, each as [at, perSecond, waiting, inFlight, p50, p95, tokens].
     */
    static ArrayNode history(List<ChartHistory.ChartPoint> chartPoints) {
        ArrayNode json = Json.array();
        for (ChartHistory.ChartPoint chartPoint : chartPoints) {
            ArrayNode each = json.addArray()
                    .add(chartPoint.at())
                    .add(round(chartPoint.perSecond()))
                    .add(chartPoint.waiting())
                    .add(chartPoint.inFlight());
            if (chartPoint.latency().count() == 0) {
                each.addNull().addNull();
            } else {
                each.add(round(chartPoint.latency().p50()))
                        .add(round(chartPoint.latency().p95()));
            }
            each.add(round(chartPoint.tokens()));
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

    private static ObjectNode percentiles(DurationSamples.LatencyPercentiles spread) {
        ObjectNode json = Json.object().put("count", spread.count());
        if (spread.count() > 0) {
            json.put("p50", round(spread.p50())).put("p95", round(spread.p95()));
        }
        return json;
    }

    private static ObjectNode totals(BrokerStats stats, ActivitySnapshot activitySnapshot) {
        ObjectNode json = Json.object()
                .put("submitted", stats.submitted())
                .put("ended", stats.ended())
                .put("successRate", round(stats.successRate()))
                .put("rateLimited", stats.rateLimited())
                .put("fallbacks", stats.fallbacks())
                .put("retries", stats.retries())
                .put("cacheHits", stats.cacheHits())
                .put("tokensIn", stats.usage().prompt())
                .put("cachedShare", round(stats.usage().cachedShare()))
                .put("tokensOut", stats.usage().output())
                .put("tokensPerSecond", round(activitySnapshot.tokensPerSecond()))
                .put("cost", money(activitySnapshot.cost()));
        ObjectNode outcomes = json.putObject("outcomes");
        stats.outcomes()
                .forEach((kind, count) ->
                        outcomes.put(kind.name().toLowerCase(java.util.Locale.ROOT), count));
        return json;
    }

    private static void games(DashboardSnapshot dashboardSnapshot, ObjectNode json) {
        Map<String, BrokerStats.TenantStats> games = dashboardSnapshot.stats().tenants();
        Map<String, Long> tokens = dashboardSnapshot.activity().gameTokens();
        long all = games.keySet().stream()
                .mapToLong(game -> tokens.getOrDefault(game, 0L))
                .sum();
        long demanding =
                games.values().stream().filter(DashboardJson::hasDemand).count();
        double credits = (double) dashboardSnapshot.batches().perSecond() / Math.max(1, demanding);
        json.put("gamesTotal", games.size()).put("gamesWithDemand", demanding);
        ArrayNode list = json.putArray("games");
        games.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(BUSIEST))
                .limit(MAX_GAMES)
                .forEach(entry -> {
                    BrokerStats.TenantStats game = entry.getValue();
                    long minute = tokens.getOrDefault(entry.getKey(), 0L);
                    list.addObject()
                            .put("name", DisplayText.name(entry.getKey()))
                            .put("requests", game.ended() + game.waiting() + game.inFlight())
                            .put("waiting", game.waiting())
                            .put("inFlight", game.inFlight())
                            .put("tokens", game.tokens())
                            .put(
                                    "cost",
                                    money(dashboardSnapshot
                                            .activity()
                                            .gameCosts()
                                            .getOrDefault(entry.getKey(), BigDecimal.ZERO)))
                            .put("share", all == 0 ? 0 : round((double) minute / all))
                            .put("credits", hasDemand(game) ? round(credits) : 0);
                });
    }

    private static final Comparator<BrokerStats.TenantStats> BUSIEST = Comparator.comparing(
                    DashboardJson::hasDemand)
            .thenComparingLong(BrokerStats.TenantStats::ended)
            .reversed();

    private static boolean hasDemand(BrokerStats.TenantStats game) {
        return game.waiting() + game.inFlight() > 0;
    }

    private static ArrayNode providers(DashboardSnapshot dashboardSnapshot) {
        ArrayNode list = Json.array();
        for (BrokerStats.ProviderStats provider : dashboardSnapshot.stats().providers()) {
            String name = provider.name();
            ObjectNode json = list.addObject()
                    .put("name", DisplayText.name(name))
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
                    .put("tokens", dashboardSnapshot.activity().tokens().getOrDefault(name, 0L))
                    .put(
                            "cost",
                            money(dashboardSnapshot
                                    .activity()
                                    .costs()
                                    .getOrDefault(name, BigDecimal.ZERO)));
            long cooling = provider.cooldown().toMillis();
            if (cooling > 0) {
                json.put("coolingUntil", dashboardSnapshot.at() + cooling);
            }
            if (provider.waiting() > 0) {
                json.put("waitsFor", waitsFor(provider));
            }
            ActivitySnapshot.LastError error =
                    dashboardSnapshot.activity().lastErrors().get(name);
            if (error != null) {
                json.put("lastError", error.code()).put("lastErrorAt", error.at());
            }
            Double allowed = dashboardSnapshot.allowedPerSecond().get(name);
            if (allowed != null) {
                json.put("perMinute", round(allowed * 60));
            }
        }
        return list;
    }

    /** Returns why requests wait; the limit includes its pacing and the reserve for emergencies. */
    private static String waitsFor(BrokerStats.ProviderStats provider) {
        boolean out = provider.keys().stream().noneMatch(BrokerStats.KeyStats::inService);
        if (provider.breakerOpen() || out) {
            return "out of service";
        }
        if (!provider.cooldown().isZero()) {
            return "cooling";
        }
        return provider.inFlight() >= provider.permits() ? "permits" : "limit";
    }

    private static ObjectNode ended(ActivitySnapshot.EndedRequest endedRequest) {
        ObjectNode json = Json.object()
                .put("at", endedRequest.at())
                .put("session", endedRequest.session())
                .put("agent", endedRequest.agent())
                .put("model", endedRequest.model())
                .put("provider", endedRequest.provider())
                .put("waitMs", endedRequest.waitMs())
                .put("latencyMs", endedRequest.latencyMs())
                .put("tokens", endedRequest.tokens())
                .put("outcome", endedRequest.outcome());
        if (!endedRequest.prompt().isEmpty()) {
            json.put("prompt", endedRequest.prompt());
        }
        return json;
    }

    /** Rounds to three decimals. */
    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static double money(BigDecimal amount) {
        return amount.setScale(6, java.math.RoundingMode.HALF_UP).doubleValue();
    }
}
