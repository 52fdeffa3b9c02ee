/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Broker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** {@code POST /api/llm/heartbeat}, {@code cancel} and {@code defer}. */
record SessionHandler(GatewayService service) {
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();

    /** Keeps a game active. */
    void heartbeat(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.requiredName("sessionId");
        answer(service.ask(broker -> broker.heartbeat(session)), exchange, "activeGames");
    }

    void cancel(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId");
        String token = fields.requiredName("cancelToken");
        answer(service.cancel(session, token), exchange, "cancelled");
    }

    void defer(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId");
        String agent = fields.requiredName("agentId");
        Duration time = fields.integer("durationMs", 0, MAX_MILLIS)
                .map(Duration::ofMillis)
                .orElse(Broker.DEFAULT_DEFERRAL);
        answer(
                service.ask(broker -> {
                    broker.defer(session, agent, time);
                    return service.clock().millis() + time.toMillis();
                }),
                exchange,
                "resumeAt");
    }

    private void answer(
            CompletableFuture<? extends Number> result, ServerExchange exchange, String field) {
        AsyncReply.whenDone(
                result,
                service,
                exchange,
                number -> exchange.json(
                        200, Json.object().put("success", true).put(field, number.longValue())));
    }
}
