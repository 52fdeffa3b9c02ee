/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.Broker;
import java.time.Duration;

/** {@code POST /api/llm/defer}: an agent lets its turn pass for a while. */
final class Defer implements Endpoint {
    private static final long LONGEST_MILLIS = Duration.ofDays(1).toMillis();

    private final Gateway gateway;

    Defer(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        String session = fields.name("sessionId", GameRequests.MOST_NAME);
        String agent = fields.neededName("agentId", GameRequests.MOST_NAME);
        Duration time = fields.whole("durationMs", 0, LONGEST_MILLIS)
                .map(Duration::ofMillis)
                .orElse(Broker.DEFAULT_DEFERRAL);
        Later.then(
                gateway.defer(session, agent, time),
                gateway,
                exchange,
                resumeAt -> exchange.json(
                        200, Json.object().put("success", true).put("resumeAt", resumeAt)));
    }
}
