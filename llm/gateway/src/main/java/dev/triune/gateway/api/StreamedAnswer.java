/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.Outcome;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Passes an answer on as it comes. Thread of the broker only. */
final class StreamedAnswer implements AnswerListener {
    private final ServerExchange serverExchange;
    private final EventStream stream;

    StreamedAnswer(ServerExchange serverExchange) {
        this.serverExchange = serverExchange;
        this.stream = serverExchange.stream();
    }

    @Override
    public void onText(String delta) {
        stream.send(delta(Json.object(), delta, false));
    }

    @Override
    public void onEnd(GameResult gameResult) {
        gameResult.problem().ifPresent(serverExchange::respondWithProblem);
        gameResult.answered().ifPresent(answered -> {
            stream.send(delta(Json.object(), "", true));
            stream.end(complete(Json.object(), Optional.empty(), answered, gameResult));
        });
    }

    /**
     * A piece of an answer.
     *
     * @param event what names the request, if anything does
     */
    static byte[] delta(ObjectNode event, String text, boolean done) {
        return ServerSentEvents.of(event.put("type", "delta").put("text", text).put("done", done));
    }

    /**
     * The end of an answer.
     *
     * @param event what names the request, if anything does
     * @param text all of it, if it is to be given again
     */
    static byte[] complete(
            ObjectNode event,
            Optional<String> text,
            Outcome.Answered answered,
            GameResult gameResult) {
        event.put("type", "complete");
        event.set("response", AnswerJson.of(text, answered, gameResult.cooldownNotices()));
        return ServerSentEvents.of(event);
    }
}
