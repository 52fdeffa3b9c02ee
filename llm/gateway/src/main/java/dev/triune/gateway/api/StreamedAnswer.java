/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.EventStream;
import dev.triune.gateway.server.Events;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.End;
import dev.triune.llm.Outcome;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Passes an answer on as it comes. Thread of the broker only. */
final class StreamedAnswer implements AnswerListener {
    private final Exchange exchange;
    private final EventStream stream;

    StreamedAnswer(Exchange exchange) {
        this.exchange = exchange;
        this.stream = exchange.stream();
    }

    @Override
    public void text(String delta) {
        stream.send(delta(Json.object(), delta, false));
    }

    @Override
    public void ended(End end) {
        end.problem().ifPresent(exchange::problem);
        end.answered().ifPresent(answered -> {
            stream.send(delta(Json.object(), "", true));
            stream.end(complete(Json.object(), Optional.empty(), answered, end));
        });
    }

    /**
     * A piece of an answer.
     *
     * @param event what names the request, if anything does
     */
    static byte[] delta(ObjectNode event, String text, boolean done) {
        return Events.of(event.put("type", "delta").put("text", text).put("done", done));
    }

    /**
     * The end of an answer.
     *
     * @param event what names the request, if anything does
     * @param text all of it, if it is to be given again
     */
    static byte[] complete(
            ObjectNode event, Optional<String> text, Outcome.Answered answered, End end) {
        event.put("type", "complete");
        event.set("response", AnswerJson.of(text, answered, end.cooldown()));
        return Events.of(event);
    }
}
