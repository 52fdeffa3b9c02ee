/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /api/llm/stats}: the statistics of each provider, by name. */
record StatsHandler(GatewayService service) implements RouteHandler {
    @Override
    public void handle(RequestFields fields, ServerExchange exchange) {
        AsyncReply.whenDone(
                service.ask(Broker::stats),
                service,
                exchange,
                stats -> exchange.json(
                        200, of(stats, service.lastErrors(), service.clock().millis())));
    }

    private static ObjectNode of(
            BrokerStats stats, Map<String, ProviderHealth.CallError> errors, long nowMillis) {
        ObjectNode all = Json.object();
        stats.providers().forEach(one -> {
            ObjectNode object = of(one, nowMillis);
            ProviderHealth.CallError error = errors.get(one.name());
            if (error != null) {
                object.putObject("lastError")
                        .put("code", error.code())
                        .put("message", error.message())
                        .put("at", error.at().toEpochMilli());
            }
            all.set(one.name(), object);
        });
        return all;
    }

    private static ObjectNode of(ProviderStats stats, long nowMillis) {
        long cooling = CooldownNotice.roundUpMillis(stats.cooldown());
        ObjectNode object = Json.object()
                .put("length", stats.waiting())
                .put("rateLimited", rateLimited(stats.keys()))
                .put("inFlight", stats.inFlight())
                .put("permits", stats.permits())
                .put("coolingMs", cooling)
                .put("coolingUntil", cooling == 0 ? 0 : nowMillis + cooling)
                .put("breakerOpen", stats.breakerOpen())
                .put("calls", stats.calls())
                .put("answered", stats.answered())
                .put("successRate", stats.successRate())
                .put("rateLimits", stats.rateLimited())
                .put("fallbacks", stats.fallbacks())
                .put("retries", stats.retries())
                .put("meanWaitMs", CooldownNotice.roundUpMillis(stats.meanWait()))
                .put("p95WaitMs", CooldownNotice.roundUpMillis(stats.p95Wait()));
        ArrayNode levels = object.putArray("waitingByLevel");
        stats.waitingByLevel().stream().skip(1).forEach(levels::add); // levels start at 1
        ArrayNode keys = object.putArray("keys");
        stats.keys().forEach(key -> keys.add(of(key)));
        return object;
    }

    private static ObjectNode of(KeyStats key) {
        return Json.object()
                .put("name", key.name())
                .put("inService", key.inService())
                .put("coolingMs", CooldownNotice.roundUpMillis(key.cooldown()));
    }

    /** Whether every key in service is cooling down; an open breaker does not count. */
    private static boolean rateLimited(List<KeyStats> keys) {
        List<KeyStats> used = keys.stream().filter(KeyStats::inService).toList();
        return !used.isEmpty() && used.stream().noneMatch(key -> key.cooldown().isZero());
    }
}
