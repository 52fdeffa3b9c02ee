/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Usage;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /api/llm/chat}: a conversation within a session. Where the session is under a quota its
 * requests are asked one after the other; a child process that sends the id of its parent's session
 * shares both.
 */
final class ChatHandler implements RouteHandler {
    private final GatewayService gatewayService;

    ChatHandler(GatewayService gatewayService) {
        this.gatewayService = gatewayService;
    }

    @Override
    public void handle(RequestFields requestFields, ServerExchange serverExchange)
            throws ProblemException {
        ReplyCollector replyCollector = new ReplyCollector(serverExchange);
        Runnable cancel = gatewayService.submit(read(requestFields), replyCollector);
        serverExchange.onDisconnect(cancel);
        replyCollector.text.onOverflow(cancel);
    }

    /** Reads what is asked. */
    static GameRequest read(RequestFields requestFields) throws ProblemException {
        return new GameRequest(
                requestFields.requiredName("sessionId", GameRequestReader.MAX_NAME_LENGTH),
                "",
                GameRequestReader.messages(requestFields)
                        .orElseThrow(() -> requestFields.invalid("messages", "a list of messages")),
                requestFields.name("model", 2 * GameRequestReader.MAX_NAME_LENGTH),
                requestFields
                        .integer("max_tokens", 1, GameRequestReader.MAX_TOKENS)
                        .map(Long::intValue)
                        .orElse(Request.DEFAULT_MAX_TOKENS),
                requestFields.number("temperature", 0, 2).orElse(Request.DEFAULT_TEMPERATURE),
                Priority.MEDIUM,
                1,
                Optional.empty(),
                false,
                Optional.empty(),
                requestFields.name("cancel_token", GameRequestReader.MAX_NAME_LENGTH),
                Optional.empty());
    }

    /** Collects the answer. Thread of the broker only. */
    private static final class ReplyCollector implements AnswerListener {
        private final ServerExchange serverExchange;
        private final AnswerBuffer text = new AnswerBuffer();

        ReplyCollector(ServerExchange serverExchange) {
            this.serverExchange = serverExchange;
        }

        @Override
        public void onText(String delta) {
            if (!text.add(delta)) {
                serverExchange.respondWithProblem(AnswerBuffer.tooLongProblem());
            }
        }

        @Override
        public void onEnd(GameResult gameResult) {
            gameResult
                    .answered()
                    .ifPresent(answered -> serverExchange.json(200, answer(answered, gameResult)));
            gameResult
                    .problem()
                    .ifPresent(problem ->
                            serverExchange.respondWithProblem(problem, error(problem, gameResult)));
        }

        private ObjectNode answer(Outcome.Answered answered, GameResult gameResult) {
            ObjectNode body = withMessages(Json.object());
            Usage usage = answered.usage();
            body.putObject("usage")
                    .put("prompt_tokens", usage.input() + usage.cacheWrite())
                    .put("cached_tokens", usage.cacheRead())
                    .put("completion_tokens", usage.output())
                    .put("total_tokens", usage.total());
            body.put("model", answered.model());
            gameResult.telemetry().ifPresent(measured -> body.set("metadata", of(measured)));
            return body;
        }

        /** With the code of the contract, and what had come of the answer until then. */
        private ObjectNode error(Problem problem, GameResult gameResult) {
            ObjectNode body = ApiErrorFormat.write(Json.object(), problem);
            gameResult.telemetry().ifPresent(measured -> {
                if (!problem.detail().equals(measured.code())) {
                    body.put("provider_code", problem.detail());
                }
                body.put("code", measured.code());
                body.set("metadata", of(measured));
            });
            if (!text.isEmpty()) {
                withMessages(body.put("partial", true));
            }
            return body;
        }

        private ObjectNode withMessages(ObjectNode body) {
            body.putArray("messages")
                    .addObject()
                    .put("role", "assistant")
                    .put("content", text.text());
            return body;
        }

        private static ObjectNode of(Telemetry measured) {
            return Json.object()
                    .put("trim_applied", measured.trimmed())
                    .put("queue_length_at_enqueue", measured.queueLength())
                    .put("wait_duration_ms", measured.waited().toMillis())
                    .put("effective_max_tokens", measured.maxTokens())
                    .put("provider_latency_ms", measured.latency().toMillis());
        }
    }
}
