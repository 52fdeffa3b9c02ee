/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import java.util.Optional;

/** {@code POST /api/llm/generate}: one request, answered whole or as a stream. */
final class GenerateHandler implements RouteHandler {
    private final GatewayService gatewayService;

    GenerateHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        String session = requestFields.name("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        GameRequest request = GameRequestReader.read(session, requestFields);
        if (requestFields.flag("stream")) {
            serverExchange.onDisconnect(
                    gatewayService.submit(request, new StreamedAnswer(serverExchange)));
            return;
        }
        AnswerCollector answerCollector = new AnswerCollector(serverExchange);
        Runnable cancel = gatewayService.submit(request.asWhole(), answerCollector);
        serverExchange.onDisconnect(cancel);
        answerCollector.text.onOverflow(cancel);
    }

    /** Collects an answer that is to be given in one piece. Thread of the broker only. */
    private static final class AnswerCollector implements AnswerListener {
        private final ServerExchange serverExchange;
        private final AnswerBuffer text = new AnswerBuffer();

        AnswerCollector(ServerExchange serverExchange) {
            this.serverExchange = serverExchange;
        }

        @Override
        public void onText(String delta) {
            if (!text.add(delta)) {
                serverExchange.respondWithProblem(AnswerBuffer.tooLongProblem());
            }
        }

        @Override
        public void onEnd(GameResult gameResult) {
            gameResult.problem().ifPresent(serverExchange::respondWithProblem);
            gameResult
                    .answered()
                    .ifPresent(answered -> serverExchange.json(
                            200,
                            AnswerJson.of(
                                    Optional.of(text.text()),
                                    answered,
                                    gameResult.cooldownNotices())));
        }
    }
}
