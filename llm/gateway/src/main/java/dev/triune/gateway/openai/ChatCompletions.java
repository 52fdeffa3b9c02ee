/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.EventStream;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.End;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Refused;

/** {@code POST /v1/chat/completions}: one request, answered whole or in chunks. */
final class ChatCompletions implements Endpoint {
    private final Gateway gateway;
    private final CompletionIds ids;
    private final String defaultModel;

    /**
     * The call.
     *
     * @param defaultModel what answers requests that name no model
     */
    ChatCompletions(Gateway gateway, CompletionIds ids, String defaultModel) {
        this.gateway = gateway;
        this.ids = ids;
        this.defaultModel = defaultModel;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        ChatRequest request = ChatRequest.read(fields, exchange::header);
        long now = gateway.clock().instant().getEpochSecond();
        Completion completion = new Completion(ids.next(), now, request.asked().maxTokens());
        exchange.onGone(gateway.submit(
                request.stream() ? request.asked() : request.asked().inOnePiece(),
                request.stream()
                        ? new Streamed(exchange, chunks(completion, request))
                        : new Whole(exchange, completion)));
    }

    private Chunks chunks(Completion completion, ChatRequest request) {
        String asked = request.asked().model();
        return new Chunks(completion, asked.isEmpty() ? defaultModel : asked, request.usage());
    }

    /** Collects an answer that is to be given in one piece. Thread of the broker only. */
    private static final class Whole implements AnswerListener {
        private final Exchange exchange;
        private final Completion completion;
        private final StringBuilder text = new StringBuilder();

        Whole(Exchange exchange, Completion completion) {
            this.exchange = exchange;
            this.completion = completion;
        }

        @Override
        public void text(String delta) {
            text.append(delta);
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(exchange::problem);
            end.answered()
                    .ifPresent(answered ->
                            exchange.json(200, completion.whole(text.toString(), answered)));
        }
    }

    /** Passes an answer on as it comes. Thread of the broker only. */
    private static final class Streamed implements AnswerListener {
        private final Exchange exchange;
        private final EventStream stream;
        private final Chunks chunks;
        private boolean begun;

        Streamed(Exchange exchange, Chunks chunks) {
            this.exchange = exchange;
            this.stream = exchange.stream();
            this.chunks = chunks;
        }

        @Override
        public void text(String delta) {
            stream.send(begun(chunks.text(delta)));
        }

        @Override
        public void ended(End end) {
            end.problem().ifPresent(exchange::problem);
            end.answered().ifPresent(answered -> stream.end(begun(chunks.end(answered.usage()))));
        }

        /**
         * The first chunk comes with the first thing to say: until then a problem has a status of
         * its own.
         */
        private byte[] begun(byte[] event) {
            byte[] all = begun ? event : Chunks.join(chunks.first(), event);
            begun = true;
            return all;
        }
    }
}
