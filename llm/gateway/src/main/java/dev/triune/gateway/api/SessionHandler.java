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
final class SessionHandler {
    private static final int MAX_NAME_LENGTH = GameRequestReader.MAX_NAME_LENGTH;
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();

    private final GatewayService gatewayService;

    SessionHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    /** Keeps a game active. */
    void heartbeat(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.requiredName("sessionId", MAX_NAME_LENGTH);
        answer(gatewayService.heartbeat(session), exchange, "activeGames");
    }

    /** Cancels the requests with a name. */
    void cancel(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId", MAX_NAME_LENGTH);
        String token = fields.requiredName("cancelToken", MAX_NAME_LENGTH);
        answer(gatewayService.cancel(session, token), exchange, "cancelled");
    }

    /** Defers an agent's requests. */
    void defer(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId", MAX_NAME_LENGTH);
        String agent = fields.requiredName("agentId", MAX_NAME_LENGTH);
        Duration time = fields.integer("durationMs", 0, MAX_MILLIS)
                .map(Duration::ofMillis)
                .orElse(Broker.DEFAULT_DEFERRAL);
        answer(gatewayService.defer(session, agent, time), exchange, "resumeAt");
    }

    private void answer(
            CompletableFuture<? extends Number> result, ServerExchange exchange, String field) {
        AsyncReply.whenDone(
                result,
                gatewayService,
                exchange,
                number -> exchange.json(
                        200, Json.object().put("success", true).put(field, number.longValue())));
    }
}
