/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;

/** {@code POST /api/llm/heartbeat}: a sign of life of a game. */
final class Heartbeat implements Endpoint {
    private final Gateway gateway;

    Heartbeat(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        String session = fields.neededName("sessionId", GameRequests.MOST_NAME);
        Later.then(
                gateway.heartbeat(session),
                gateway,
                exchange,
                active -> exchange.json(
                        200, Json.object().put("success", true).put("activeGames", active)));
    }
}
