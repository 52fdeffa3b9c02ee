/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.api.AnswerListener;
import dev.triune.gateway.api.GameResult;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;

/** {@code POST /v1/chat/completions}: one request, answered whole or in chunks. */
final class ChatCompletionsHandler implements RouteHandler {
    private final GatewayService gatewayService;
    private final CompletionIds ids;
    private final String defaultModel;

    /**
     * The call.
     *
     * @param defaultModel what answers requests that name no model
     */
    ChatCompletionsHandler(GatewayService gatewayService, CompletionIds ids, String defaultModel) {
        this.gatewayService = gatewayService;
        this.ids = ids;
        this.defaultModel = defaultModel;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        ChatCompletionRequest request =
                ChatCompletionRequest.read(requestFields, serverExchange::header);
        long now = gatewayService.clock().instant().getEpochSecond();
        ChatCompletion chatCompletion =
                new ChatCompletion(ids.next(), now, request.request().maxTokens());
        serverExchange.onDisconnect(gatewayService.submit(
                request.stream() ? request.request() : request.request().asWhole(),
                request.stream()
                        ? new ChunkStreamer(serverExchange, chunks(chatCompletion, request))
                        : new CompletionCollector(serverExchange, chatCompletion)));
    }

    private CompletionChunks chunks(ChatCompletion chatCompletion, ChatCompletionRequest request) {
        String asked = request.request().model();
        return new CompletionChunks(
                chatCompletion, asked.isEmpty() ? defaultModel : asked, request.includeUsage());
    }

    /** Collects an answer that is to be given in one piece. Thread of the broker only. */
    private static final class CompletionCollector implements AnswerListener {
        private final ServerExchange serverExchange;
        private final ChatCompletion chatCompletion;
        private final StringBuilder text = new StringBuilder();

        CompletionCollector(ServerExchange serverExchange, ChatCompletion chatCompletion) {
            this.serverExchange = serverExchange;
            this.chatCompletion = chatCompletion;
        }

        @Override
        public void onText(String delta) {
            text.append(delta);
        }

        @Override
        public void onEnd(GameResult gameResult) {
            gameResult.problem().ifPresent(serverExchange::respondWithProblem);
            gameResult
                    .answered()
                    .ifPresent(answered -> serverExchange.json(
                            200, chatCompletion.toJson(text.toString(), answered)));
        }
    }

    /** Passes an answer on as it comes. Thread of the broker only. */
    private static final class ChunkStreamer implements AnswerListener {
        private final ServerExchange serverExchange;
        private final EventStream stream;
        private final CompletionChunks completionChunks;
        private boolean begun;

        ChunkStreamer(ServerExchange serverExchange, CompletionChunks completionChunks) {
            this.serverExchange = serverExchange;
            this.stream = serverExchange.stream();
            this.completionChunks = completionChunks;
        }

        @Override
        public void onText(String delta) {
            stream.send(begun(completionChunks.text(delta)));
        }

        @Override
        public void onEnd(GameResult gameResult) {
            gameResult.problem().ifPresent(serverExchange::respondWithProblem);
            gameResult
                    .answered()
                    .ifPresent(
                            answered -> stream.end(begun(completionChunks.end(answered.usage()))));
        }

        /**
         * The first chunk comes with the first thing to say: until then a problem has a status of
         * its own.
         */
        private byte[] begun(byte[] event) {
            byte[] all = begun ? event : CompletionChunks.join(completionChunks.first(), event);
            begun = true;
            return all;
        }
    }
}
