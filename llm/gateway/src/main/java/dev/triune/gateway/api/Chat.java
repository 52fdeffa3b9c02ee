/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.Endpoint;
import dev.triune.gateway.server.Exchange;
import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.AnswerListener;
import dev.triune.gateway.session.End;
import dev.triune.gateway.session.GameRequest;
import dev.triune.gateway.session.Gateway;
import dev.triune.gateway.session.Problem;
import dev.triune.gateway.session.Refused;
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
final class Chat implements Endpoint {
    private final Gateway gateway;

    Chat(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void answer(Fields fields, Exchange exchange) throws Refused {
        Reply reply = new Reply(exchange);
        Runnable cancel = gateway.submit(read(fields), reply);
        exchange.onGone(cancel);
        reply.text.onTooLong(cancel);
    }

    /** Reads what is asked. */
    static GameRequest read(Fields fields) throws Refused {
        return new GameRequest(
                fields.neededName("sessionId", GameRequests.MOST_NAME),
                "",
                GameRequests.messages(fields)
                        .orElseThrow(() -> fields.wrong("messages", "a list of messages")),
                fields.name("model", 2 * GameRequests.MOST_NAME),
                fields.whole("max_tokens", 1, GameRequests.MOST_TOKENS)
                        .map(Long::intValue)
                        .orElse(Request.DEFAULT_MAX_TOKENS),
                fields.number("temperature", 0, 2).orElse(Request.DEFAULT_TEMPERATURE),
                Priority.MEDIUM,
                1,
                Optional.empty(),
                false,
                Optional.empty(),
                fields.name("cancel_token", GameRequests.MOST_NAME),
                Optional.empty());
    }

    /** Collects the answer. Thread of the broker only. */
    private static final class Reply implements AnswerListener {
        private final Exchange exchange;
        private final WholeText text = new WholeText();

        Reply(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void text(String delta) {
            if (!text.add(delta)) {
                exchange.problem(WholeText.endless());
            }
        }

        @Override
        public void ended(End end) {
            end.answered().ifPresent(answered -> exchange.json(200, answer(answered, end)));
            end.problem().ifPresent(problem -> exchange.problem(problem, error(problem, end)));
        }

        private ObjectNode answer(Outcome.Answered answered, End end) {
            ObjectNode body = withMessages(Json.object());
            Usage usage = answered.usage();
            body.putObject("usage")
                    .put("prompt_tokens", usage.input() + usage.cacheWrite())
                    .put("cached_tokens", usage.cacheRead())
                    .put("completion_tokens", usage.output())
                    .put("total_tokens", usage.total());
            body.put("model", answered.model());
            end.telemetry().ifPresent(measured -> body.set("metadata", of(measured)));
            return body;
        }

        /** With the code of the contract, and what had come of the answer until then. */
        private ObjectNode error(Problem problem, End end) {
            ObjectNode body = ApiErrors.write(Json.object(), problem);
            end.telemetry().ifPresent(measured -> {
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
