/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;

/** {@code POST /api/llm/heartbeat}: keeps a game's session active. */
final class HeartbeatHandler implements RouteHandler {
    private final GatewayService gatewayService;

    HeartbeatHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        String session = requestFields.requiredName("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        AsyncReply.whenDone(
                gatewayService.heartbeat(session),
                gatewayService,
                serverExchange,
                active -> serverExchange.json(
                        200, Json.object().put("success", true).put("activeGames", active)));
    }
}
