/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Request;

/** {@code POST /api/llm/generate}: one request, answered in one piece or as a stream. */
final class GenerateHandler implements RouteHandler {
    private final GatewayService service;

    GenerateHandler(GatewayService service) {
        this.service = service;
    }

    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId");
        Request.Builder<String> builder = GameRequestReader.read(session, fields);
        String cancelName = GameRequestReader.cancelName(fields);
        boolean stream = fields.flag("stream");
        Request<String> request = builder.nonStreaming(!stream).build();
        Submission submission = new Submission(
                request,
                cancelName,
                exchange::log,
                stream
                        ? new StreamedAnswer(exchange)
                        : new AnswerCollector(
                                request,
                                whole -> exchange.json(
                                        200,
                                        AnswerJson.of(
                                                whole.text(),
                                                whole.toolCalls(),
                                                whole.outcome(),
                                                whole.cooldown())),
                                (text, problem, telemetry) ->
                                        exchange.respondWithProblem(problem)));
        service.submit(submission);
        exchange.onDisconnect(submission::cancel);
    }
}
