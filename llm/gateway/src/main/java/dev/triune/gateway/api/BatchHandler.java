/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /api/llm/batch}: several requests, answered interleaved in one stream.
 *
 * @param maxCredits the maximum cost of a request
 */
record BatchHandler(GatewayService service, int maxCredits) implements RouteHandler {
    static final int MAX_REQUESTS = 100;

    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        List<BatchedRequest> batch = read(fields, maxCredits);
        BatchReply reply = new BatchReply(exchange.stream(), batch.size());
        String trace = exchange.header(ServerExchange.TRACE_HEADER);
        List<Submission> submissions = batch.stream()
                .map(item -> new Submission(
                        item.request().traced(trace),
                        item.cancelName(),
                        exchange.newLogEntry(),
                        reply.of(item)))
                .toList();
        service.submitBatch(submissions);
        exchange.onDisconnect(() -> submissions.forEach(Submission::cancel));
    }

    /**
     * A request of a batch.
     *
     * @param id its name in the answers
     * @param cancelName the name with which the game can cancel it; empty if none
     */
    record BatchedRequest(String id, Request<String> request, String cancelName) {}

    static List<BatchedRequest> read(RequestFields fields, int maxCredits) throws ProblemException {
        String session = fields.name("sessionId");
        fields.name("batch_id");
        List<RequestFields> items = fields.objects("requests", MAX_REQUESTS);
        if (items.isEmpty()) {
            throw fields.invalid("requests", "a list of at least one request");
        }
        List<BatchedRequest> batch = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (RequestFields item : items) {
            String id = item.requiredName("request_id");
            if (!ids.add(id)) {
                throw item.rejected("request_id", "is there twice (expected one of its own)");
            }
            boolean whole = item.has("stream") && !item.flag("stream");
            Request<String> request =
                    GameRequestReader.read(session, item).nonStreaming(whole).build();
            if (request.cost() > maxCredits) {
                throw item.invalid(
                        "cost", "1 to " + maxCredits + ", which is all the credits there are");
            }
            batch.add(new BatchedRequest(id, request, GameRequestReader.cancelName(item)));
        }
        return batch;
    }

    /** The stream of answers to one batch. Broker's thread only. */
    private final class BatchReply {
        private final EventStream stream;
        private int remaining;

        BatchReply(EventStream stream, int size) {
            this.stream = stream;
            this.remaining = size;
        }

        AnswerListener of(BatchedRequest item) {
            Supplier<ObjectNode> event = () -> Json.object().put("request_id", item.id());
            Consumer<Problem> onFailed = problem -> complete(ServerSentEvents.of(
                    ApiErrorFormat.write(event.get().put("type", "error"), problem)));
            return item.request().nonStreaming()
                    ? new AnswerCollector(
                            item.request(),
                            whole -> complete(AnswerJson.event(event.get(), AnswerJson.of(whole))),
                            (text, problem, telemetry) -> onFailed.accept(problem))
                    : new StreamedAnswer(event, stream::send, this::complete, onFailed);
        }

        private void complete(byte[] lastEvent) {
            stream.send(lastEvent);
            CreditQueue.CreditBalance credits = service.creditBalance();
            ObjectNode event = Json.object().put("type", "credits");
            event.putObject("credits")
                    .put("available", credits.available())
                    .put("nextAvailableAt", credits.nextAvailableAt());
            remaining--;
            if (remaining == 0) {
                stream.end(ServerSentEvents.of(event));
            } else {
                stream.send(ServerSentEvents.of(event));
            }
        }
    }
}
