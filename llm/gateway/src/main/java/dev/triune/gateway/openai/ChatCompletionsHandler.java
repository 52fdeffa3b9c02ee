/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.api.AnswerCollector;
import dev.triune.gateway.api.AnswerListener;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.api.Submission;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/chat/completions}: one request, answered in one piece or in chunks. */
final class ChatCompletionsHandler implements RouteHandler {
    private final GatewayService gatewayService;
    private final CompletionIds ids;
    private final String defaultModel;

    /**
     * Creates the handler.
     *
     * @param defaultModel the model for requests that name none
     */
    ChatCompletionsHandler(GatewayService gatewayService, CompletionIds ids, String defaultModel) {
        this.gatewayService = gatewayService;
        this.ids = ids;
        this.defaultModel = defaultModel;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        ChatCompletionRequest asked =
                ChatCompletionRequest.read(requestFields, serverExchange::header);
        long now = gatewayService.clock().instant().getEpochSecond();
        ChatCompletion chatCompletion = new ChatCompletion(ids.next(), now);
        Submission submission = new Submission(
                asked.request(),
                "",
                serverExchange::log,
                asked.request().nonStreaming()
                        ? new CompletionCollector(asked.request(), serverExchange, chatCompletion)
                        : new ChunkStreamer(serverExchange, chunks(chatCompletion, asked)));
        gatewayService.submit(submission);
        serverExchange.onDisconnect(submission::cancel);
    }

    private CompletionChunks chunks(ChatCompletion chatCompletion, ChatCompletionRequest asked) {
        String model = asked.request().model();
        return new CompletionChunks(
                chatCompletion, model.isEmpty() ? defaultModel : model, asked.includeUsage());
    }

    /** Answers in one piece. */
    private static final class CompletionCollector extends AnswerCollector {
        private final ServerExchange serverExchange;
        private final ChatCompletion chatCompletion;

        CompletionCollector(
                Request<String> request,
                ServerExchange serverExchange,
                ChatCompletion chatCompletion) {
            super(request);
            this.serverExchange = serverExchange;
            this.chatCompletion = chatCompletion;
        }

        @Override
        protected void onAnswered(
                String text,
                Outcome.Finished answered,
                Telemetry telemetry,
                @Nullable CooldownNotice cooldown) {
            serverExchange.json(200, chatCompletion.toJson(text, answered));
        }

        @Override
        protected void onFailed(String text, Problem problem, @Nullable Telemetry telemetry) {
            serverExchange.respondWithProblem(problem);
        }
    }

    /** Streams an answer as it arrives. Broker's thread only. */
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
            stream.send(withFirstChunk(completionChunks.text(delta)));
        }

        @Override
        public void onAnswered(
                Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
            stream.end(withFirstChunk(completionChunks.end(answered)));
        }

        @Override
        public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
            serverExchange.respondWithProblem(problem);
        }

        /**
         * Puts the first chunk before the first event. It is not sent earlier because a problem still
         * has an HTTP status of its own until the stream begins.
         */
        private byte[] withFirstChunk(byte[] event) {
            byte[] all = begun ? event : CompletionChunks.join(completionChunks.first(), event);
            begun = true;
            return all;
        }
    }
}
