/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.End;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;
import java.util.Optional;

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
        if (fields.flag("stream")) {
            exchange.onGone(gateway.submit(request, new StreamedAnswer(exchange)));
            return;
        }
        Whole whole = new Whole(exchange);
        Runnable cancel = gateway.submit(request.inOnePiece(), whole);
        exchange.onGone(cancel);
        whole.text.onTooLong(cancel);
    }

    /** Collects an answer that is to be given in one piece. Thread of the broker only. */
    private static final class Whole implements AnswerListener {
        private final Exchange exchange;
        private final WholeText text = new WholeText();

        Whole(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void text(String delta) {
            if (!text.add(delta)) {
                exchange.problem(WholeText.endless());
            }
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(exchange::problem);
            end.answered()
                    .ifPresent(answered -> exchange.json(
                            200,
                            AnswerJson.of(Optional.of(text.text()), answered, end.cooldown())));
        }
    }
}
