/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/llm/batch}: several requests, answered interleaved in one stream. */
final class BatchHandler implements RouteHandler {
    /** The maximum number of requests in one batch. */
    static final int MAX_REQUESTS = 100;

    private final GatewayService service;
    private final int maxCredits;

    /**
     * Creates the handler.
     *
     * @param maxCredits the maximum cost of a request
     */
    BatchHandler(GatewayService service, int maxCredits) {
        this.service = service;
        this.maxCredits = maxCredits;
    }

    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        List<BatchedRequest> batch = read(fields, maxCredits);
        BatchReply reply = new BatchReply(exchange.stream(), batch.size());
        List<Submission> submissions = batch.stream()
                .map(item -> new Submission(
                        item.request(), item.cancelName(), exchange::log, reply.of(item)))
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

    /**
     * Reads a batch.
     *
     * @param maxCredits the maximum cost of a request
     */
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
            return item.request().nonStreaming()
                    ? new AnswerCollector(
                            item.request(),
                            whole -> complete(StreamedAnswer.complete(
                                    event(item.id()),
                                    whole.text(),
                                    whole.toolCalls(),
                                    whole.outcome(),
                                    whole.cooldown())),
                            (text, problem, telemetry) -> failed(item.id(), problem))
                    : new StreamedItem(this, item.id(), new ArrayList<>());
        }

        private void piece(String id, String delta, boolean done) {
            stream.send(StreamedAnswer.delta(event(id), delta, done));
        }

        private void failed(String id, Problem problem) {
            complete(ServerSentEvents.of(
                    ApiErrorFormat.write(event(id).put("type", "error"), problem)));
        }

        private void complete(byte[] lastEvent) {
            stream.send(lastEvent);
            CreditBalance credits = service.creditBalance();
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

        private static ObjectNode event(String id) {
            return Json.object().put("request_id", id);
        }
    }

    /** A streamed answer of a batch. */
    private record StreamedItem(BatchReply reply, String id, List<ToolCall> toolCalls)
            implements AnswerListener {
        @Override
        public void onToolCall(ToolCall call) {
            toolCalls.add(call); // bounded by the broker
        }

        @Override
        public void onText(String delta) {
            reply.piece(id, delta, false);
        }

        @Override
        public void onAnswered(
                Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
            reply.piece(id, "", true);
            reply.complete(StreamedAnswer.complete(
                    BatchReply.event(id), null, toolCalls, answered, cooldown));
        }

        @Override
        public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
            reply.failed(id, problem);
        }
    }
}
