/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Broker;
import java.time.Duration;

/** {@code POST /api/llm/defer}: holds an agent's requests back for a while. */
final class DeferHandler implements RouteHandler {
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();

    private final GatewayService gatewayService;

    DeferHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        String session = requestFields.name("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        String agent = requestFields.requiredName("agentId", GameRequestReader.MAX_NAME_LENGTH);
        Duration time = requestFields
                .integer("durationMs", 0, MAX_MILLIS)
                .map(Duration::ofMillis)
                .orElse(Broker.DEFAULT_DEFERRAL);
        AsyncReply.whenDone(
                gatewayService.defer(session, agent, time),
                gatewayService,
                serverExchange,
                resumeAt -> serverExchange.json(
                        200, Json.object().put("success", true).put("resumeAt", resumeAt)));
    }
}
