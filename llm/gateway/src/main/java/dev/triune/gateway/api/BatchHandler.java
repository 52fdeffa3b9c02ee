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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/llm/batch}: several requests, answered interleaved in one stream. */
final class BatchHandler implements RouteHandler {
    /** Requests in one batch at the most. */
    static final int MAX_REQUESTS = 100;

    private final GatewayService gatewayService;
    private final int maxCredits;

    /**
     * Takes batches.
     *
     * @param mostCredits the most that one request may cost
     */
    BatchHandler(GatewayService gatewayService, int mostCredits) {
        this.gatewayService = gatewayService;
        this.maxCredits = mostCredits;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        List<BatchedRequest> batchedRequests = read(requestFields, maxCredits);
        BatchReply batchReply = new BatchReply(serverExchange, batchedRequests.size());
        List<GameRequest> requests = new ArrayList<>();
        List<AnswerListener> listeners = new ArrayList<>();
        for (BatchedRequest batchedRequest : batchedRequests) {
            requests.add(batchedRequest.request());
            listeners.add(
                    batchReply.of(batchedRequest.id(), batchedRequest.request().whole()));
        }
        serverExchange.onDisconnect(gatewayService.submitBatch(requests, listeners));
    }

    /**
     * One request of a batch.
     *
     * @param id its name in the answers
     */
    record BatchedRequest(String id, GameRequest request) {}

    /** Reads what is asked, of which nothing may cost more than all the credits there are. */
    static List<BatchedRequest> read(RequestFields requestFields, int mostCredits)
            throws ProblemException {
        String session = requestFields.name("sessionId", GameRequestReader.MAX_NAME_LENGTH);
        requestFields.name("batch_id", GameRequestReader.MAX_NAME_LENGTH);
        List<RequestFields> requests = requestFields
                .objects("requests", MAX_REQUESTS)
                .filter(list -> !list.isEmpty())
                .orElseThrow(
                        () -> requestFields.invalid("requests", "a list of at least one request"));
        List<BatchedRequest> batchedRequests = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (RequestFields it : requests) {
            String id = it.requiredName("request_id", GameRequestReader.MAX_NAME_LENGTH);
            if (!ids.add(id)) {
                throw it.rejected("request_id", "is there twice (expected one of its own)");
            }
            boolean whole = it.get("stream").isPresent() && !it.flag("stream");
            GameRequest request = request(session, it, mostCredits);
            batchedRequests.add(new BatchedRequest(id, whole ? request.asWhole() : request));
        }
        return batchedRequests;
    }

    private static GameRequest request(String session, RequestFields item, int mostCredits)
            throws ProblemException {
        GameRequest request = GameRequestReader.read(session, item);
        if (request.cost() > mostCredits) {
            throw item.invalid(
                    "cost", "1 to " + mostCredits + ", which is all the credits there are");
        }
        return request;
    }

    /** The answers of one batch on their way. Thread of the broker only. */
    private final class BatchReply {
        private final ServerExchange serverExchange;
        private int remaining;

        BatchReply(ServerExchange serverExchange, int size) {
            this.serverExchange = serverExchange;
            this.remaining = size;
        }

        AnswerListener of(String id, boolean whole) {
            return new ItemListener(this, serverExchange.stream(), id, whole);
        }

        private void complete(EventStream stream, byte[] lastWord) {
            stream.send(lastWord);
            CreditBalance credits = gatewayService.creditBalance();
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

    /** One answer among them. */
    private static final class ItemListener implements AnswerListener {
        private final BatchReply batchReply;
        private final EventStream stream;
        private final String id;
        private final Optional<StringBuilder> whole;

        ItemListener(BatchReply batchReply, EventStream stream, String id, boolean whole) {
            this.batchReply = batchReply;
            this.stream = stream;
            this.id = id;
            this.whole = whole ? Optional.of(new StringBuilder()) : Optional.empty();
        }

        @Override
        public void onText(String delta) {
            if (whole.isPresent()) {
                whole.get().append(delta);
            } else {
                stream.send(StreamedAnswer.delta(newEvent(), delta, false));
            }
        }

        @Override
        public void onEnd(GameResult gameResult) {
            gameResult.problem().ifPresent(problem -> batchReply.complete(stream, error(problem)));
            gameResult.answered().ifPresent(answered -> {
                if (whole.isEmpty()) {
                    stream.send(StreamedAnswer.delta(newEvent(), "", true));
                }
                Optional<String> text = whole.map(StringBuilder::toString);
                batchReply.complete(
                        stream, StreamedAnswer.complete(newEvent(), text, answered, gameResult));
            });
        }

        private byte[] error(Problem problem) {
            return ServerSentEvents.of(
                    ApiErrorFormat.write(newEvent().put("type", "error"), problem));
        }

        private ObjectNode newEvent() {
            return Json.object().put("request_id", id);
        }
    }
}
