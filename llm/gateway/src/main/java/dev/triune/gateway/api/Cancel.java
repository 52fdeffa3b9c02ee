/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;

/** {@code POST /api/llm/cancel}: ends all requests of a session that bear a token. */
final class Cancel implements Endpoint {
    private final Gateway gateway;

    Cancel(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        String session = fields.name("sessionId", GameRequests.MOST_NAME);
        String token = fields.neededName("cancelToken", GameRequests.MOST_NAME);
        Later.then(
                gateway.cancel(session, token),
                gateway,
                exchange,
                count -> exchange.json(
                        200, Json.object().put("success", true).put("cancelled", count)));
    }
}
