/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Request;

/** {@code POST /api/llm/generate}: one request, answered in one piece or as a stream. */
final class GenerateHandler implements RouteHandler {
    private final GatewayService gatewayService;

    GenerateHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        String session = requestFields.name("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        Request.Builder<String> builder = GameRequestReader.read(session, requestFields);
        String cancelName = GameRequestReader.cancelName(requestFields);
        boolean stream = requestFields.flag("stream");
        Request<String> request = builder.nonStreaming(!stream).build();
        Submission submission = new Submission(
                request,
                cancelName,
                serverExchange::log,
                stream
                        ? new StreamedAnswer(serverExchange)
                        : new AnswerCollector(
                                request,
                                whole -> serverExchange.json(
                                        200,
                                        AnswerJson.of(
                                                whole.text(),
                                                whole.toolCalls(),
                                                whole.outcome(),
                                                whole.cooldown())),
                                (text, problem, telemetry) ->
                                        serverExchange.respondWithProblem(problem)));
        gatewayService.submit(submission);
        serverExchange.onDisconnect(submission::cancel);
    }
}
