/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.EventStream;
import dev.triune.gateway.server.Events;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.CreditsLeft;
import dev.triune.gateway.session.End;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/llm/batch}: several requests, answered interleaved in one stream. */
final class Batch implements Endpoint {
    /** Requests in one batch at the most. */
    static final int MOST_REQUESTS = 100;

    private final Gateway gateway;
    private final int mostCredits;

    /**
     * Takes batches.
     *
     * @param mostCredits the most that one request may cost
     */
    Batch(Gateway gateway, int mostCredits) {
        this.gateway = gateway;
        this.mostCredits = mostCredits;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        List<Item> items = read(fields, mostCredits);
        Answers answers = new Answers(exchange, items.size());
        List<GameRequest> requests = new ArrayList<>();
        List<AnswerListener> listeners = new ArrayList<>();
        for (Item item : items) {
            requests.add(item.request());
            listeners.add(answers.of(item.id(), item.request().whole()));
        }
        exchange.onGone(gateway.submitBatch(requests, listeners));
    }

    /**
     * One request of a batch.
     *
     * @param id its name in the answers
     */
    record Item(String id, GameRequest request) {}

    /** Reads what is asked, of which nothing may cost more than all the credits there are. */
    static List<Item> read(Fields fields, int mostCredits) throws Refused {
        String session = fields.name("sessionId", GameRequests.MOST_NAME);
        fields.name("batch_id", GameRequests.MOST_NAME);
        List<Fields> requests = fields.objects("requests", MOST_REQUESTS)
                .filter(list -> !list.isEmpty())
                .orElseThrow(() -> fields.wrong("requests", "a list of at least one request"));
        List<Item> items = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Fields it : requests) {
            String id = it.neededName("request_id", GameRequests.MOST_NAME);
            if (!ids.add(id)) {
                throw it.refuse("request_id", "is there twice (expected one of its own)");
            }
            boolean whole = it.get("stream").isPresent() && !it.flag("stream");
            GameRequest request = request(session, it, mostCredits);
            items.add(new Item(id, whole ? request.inOnePiece() : request));
        }
        return items;
    }

    private static GameRequest request(String session, Fields item, int mostCredits)
            throws Refused {
        GameRequest request = GameRequests.read(session, item);
        if (request.cost() > mostCredits) {
            throw item.wrong(
                    "cost", "1 to " + mostCredits + ", which is all the credits there are");
        }
        return request;
    }

    /** The answers of one batch on their way. Thread of the broker only. */
    private final class Answers {
        private final Exchange exchange;
        private int left;

        Answers(Exchange exchange, int size) {
            this.exchange = exchange;
            this.left = size;
        }

        AnswerListener of(String id, boolean whole) {
            return new OfRequest(this, exchange.stream(), id, whole);
        }

        private void over(EventStream stream, byte[] lastWord) {
            stream.send(lastWord);
            CreditsLeft credits = gateway.creditsLeft();
            ObjectNode event = Json.object().put("type", "credits");
            event.putObject("credits")
                    .put("available", credits.available())
                    .put("nextAvailableAt", credits.nextAvailableAt());
            left--;
            if (left == 0) {
                stream.end(Events.of(event));
            } else {
                stream.send(Events.of(event));
            }
        }
    }

    /** One answer among them. */
    private static final class OfRequest implements AnswerListener {
        private final Answers answers;
        private final EventStream stream;
        private final String id;
        private final Optional<StringBuilder> whole;

        OfRequest(Answers answers, EventStream stream, String id, boolean whole) {
            this.answers = answers;
            this.stream = stream;
            this.id = id;
            this.whole = whole ? Optional.of(new StringBuilder()) : Optional.empty();
        }

        @Override
        public void text(String delta) {
            if (whole.isPresent()) {
                whole.get().append(delta);
            } else {
                stream.send(StreamedAnswer.delta(named(), delta, false));
            }
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(problem -> answers.over(stream, error(problem)));
            end.answered().ifPresent(answered -> {
                if (whole.isEmpty()) {
                    stream.send(StreamedAnswer.delta(named(), "", true));
                }
                Optional<String> text = whole.map(StringBuilder::toString);
                answers.over(stream, StreamedAnswer.complete(named(), text, answered, end));
            });
        }

        private byte[] error(Problem problem) {
            return Events.of(ApiErrors.write(named().put("type", "error"), problem));
        }

        private ObjectNode named() {
            return Json.object().put("request_id", id);
        }
    }
}
