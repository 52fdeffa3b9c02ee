/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Request;

/** {@code POST /api/llm/generate}: one request, answered in one piece or as a stream. */
record GenerateHandler(GatewayService service) implements RouteHandler {
    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        String session = fields.name("sessionId");
        Request.Builder<String> builder = GameRequestReader.read(session, fields);
        String cancelName = GameRequestReader.cancelName(fields);
        boolean stream = fields.flag("stream");
        Request<String> request = builder.nonStreaming(!stream)
                .build()
                .traced(exchange.header(ServerExchange.TRACE_HEADER));
        AnswerListener listener = stream
                ? new StreamedAnswer(
                        Json::object,
                        exchange.stream()::send,
                        exchange.stream()::end,
                        exchange::respondWithProblem)
                : new AnswerCollector(
                        request,
                        whole -> exchange.json(200, AnswerJson.of(whole)),
                        (text, problem, telemetry) -> exchange.respondWithProblem(problem));
        Submission submission =
                new Submission(request, cancelName, exchange.newLogEntry(), listener);
        service.submit(submission);
        exchange.onDisconnect(submission::cancel);
    }
}
