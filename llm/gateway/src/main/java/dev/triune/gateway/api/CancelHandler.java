/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;

/** {@code POST /api/llm/cancel}: ends all requests of a session that bear a token. */
final class CancelHandler implements RouteHandler {
    private final GatewayService gatewayService;

    CancelHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        String session = requestFields.name("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        String token = requestFields.requiredName("cancelToken", GameRequestReader.MAX_NAME_LENGTH);
        AsyncReply.whenDone(
                gatewayService.cancel(session, token),
                gatewayService,
                serverExchange,
                count -> serverExchange.json(
                        200, Json.object().put("success", true).put("cancelled", count)));
    }
}
