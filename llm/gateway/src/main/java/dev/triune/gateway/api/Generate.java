/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.EventStream;
import dev.triune.gateway.server.Events;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.End;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.Outcome;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/llm/generate}: one request, answered whole or as a stream. */
final class Generate implements Endpoint {
    private final Gateway gateway;

    Generate(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        String session = fields.name("sessionId", GameRequests.MOST_NAME);
        GameRequest request = GameRequests.read(session, fields);
        AnswerListener answer =
                fields.flag("stream") ? new Streamed(exchange) : new Whole(exchange);
        exchange.onGone(gateway.submit(request, answer));
    }

    /** Collects an answer that is to be given in one piece. Thread of the broker only. */
    private static final class Whole implements AnswerListener {
        private final Exchange exchange;
        private final StringBuilder text = new StringBuilder();

        Whole(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void text(String delta) {
            text.append(delta);
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(exchange::problem);
            end.answered()
                    .ifPresent(answered -> exchange.json(
                            200,
                            AnswerJson.of(Optional.of(text.toString()), answered, end.cooldown())));
        }
    }

    /** Passes an answer on as it comes. Thread of the broker only. */
    private static final class Streamed implements AnswerListener {
        private final Exchange exchange;
        private final EventStream stream;

        Streamed(Exchange exchange) {
            this.exchange = exchange;
            this.stream = exchange.stream();
        }

        @Override
        public void text(String delta) {
            stream.send(Events.of(
                    Json.object().put("type", "delta").put("text", delta).put("done", false)));
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(exchange::problem);
            end.answered().ifPresent(answered -> stream.end(complete(answered, end)));
        }

        private static byte[] complete(Outcome.Answered answered, End end) {
            ObjectNode event = Json.object().put("type", "complete");
            event.set("response", AnswerJson.of(Optional.empty(), answered, end.cooldown()));
            return Events.of(event);
        }
    }
}
