/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /api/llm/chat}: a conversation within a session. Requests of a session with a quota
 * are answered one at a time; a child process that sends the id of its parent's session shares both
 * the order and the quota.
 */
record ChatHandler(GatewayService service) implements RouteHandler {
    private static final String PROVIDER_ERROR = "provider_error";

    /** Refusals that the providers cause. */
    private static final Set<ErrorCode> OF_PROVIDERS =
            Set.of(ErrorCode.PROVIDERS_EXHAUSTED, ErrorCode.PROVIDERS_UNAVAILABLE);

    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        Request<String> request = read(fields).traced(exchange.header(ServerExchange.TRACE_HEADER));
        Submission submission = new Submission(
                request,
                fields.name("cancel_token"),
                exchange.newLogEntry(),
                new AnswerCollector(
                        request,
                        whole -> exchange.json(200, body(whole)),
                        (text, problem, telemetry) -> exchange.respondWithProblem(
                                problem, body(text, problem, telemetry))));
        service.submit(submission);
        exchange.onDisconnect(submission::cancel);
    }

    static Request<String> read(RequestFields fields) throws ProblemException {
        String session = fields.requiredName("sessionId");
        if (!fields.has("messages")) {
            throw fields.invalid("messages", "a list of messages");
        }
        Prompt prompt = GameRequestReader.messages(fields);
        return Request.text(fields.model())
                .tenant(session)
                .cancelToken(new CancelToken())
                .promptSource(prompt)
                .maxTokens(GameRequestReader.maxTokens(fields, "max_tokens"))
                .temperature(fields.number("temperature", 0, 2).orElse(Request.DEFAULT_TEMPERATURE))
                .options(ModelOptionsReader.withTools(
                        ModelOptions.NONE,
                        fields,
                        ModelOptionsReader.tools(fields),
                        "tool_choice",
                        fields.name("tool_choice")))
                .build();
    }

    private static ObjectNode body(WholeAnswer whole) {
        ObjectNode body = withMessages(Json.object(), whole.text());
        addToolCalls((ObjectNode) body.path("messages").path(0), whole.toolCalls());
        Usage usage = whole.outcome().usage();
        ObjectNode counts = body.putObject("usage")
                .put("prompt_tokens", usage.input() + usage.cacheWrite())
                .put("cached_tokens", usage.cacheRead())
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.total());
        if (usage.estimated()) {
            counts.put("estimated", true);
        }
        body.put("model", whole.outcome().model());
        body.set("metadata", metadata(whole.telemetry()));
        return body;
    }

    /**
     * Returns an error with the code of the contract and the partial answer. Whatever the providers
     * did is a {@code provider_error}; its {@code provider_code} is the provider's own name for the
     * error, otherwise ours.
     */
    private static ObjectNode body(String text, Problem problem, @Nullable Telemetry telemetry) {
        ObjectNode body = ApiErrorFormat.write(Json.object(), problem);
        body.remove("providerCode");
        if (telemetry != null) {
            boolean ofProviders = OF_PROVIDERS.contains(problem.code());
            String code = ofProviders ? PROVIDER_ERROR : telemetry.code();
            if (code.equals(PROVIDER_ERROR)) {
                String own = problem.providerCode();
                body.put("provider_code", own.isEmpty() ? problem.detail() : own);
            }
            body.put("code", code);
            body.set("metadata", metadata(telemetry));
        }
        if (!text.isEmpty()) {
            withMessages(body.put("partial", true), text);
        }
        return body;
    }

    private static ObjectNode withMessages(ObjectNode body, String text) {
        body.putArray("messages").addObject().put("role", "assistant").put("content", text);
        return body;
    }

    private static void addToolCalls(ObjectNode message, List<ToolCall> calls) {
        if (!calls.isEmpty()) {
            ArrayNode array = message.putArray("tool_calls");
            calls.forEach(call -> array.addObject()
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", call.arguments()));
        }
    }

    private static ObjectNode metadata(Telemetry telemetry) {
        return Json.object()
                .put("trim_applied", telemetry.trimmed())
                .put("queue_length_at_enqueue", telemetry.queueLength())
                .put("wait_duration_ms", telemetry.waited().toMillis())
                .put("effective_max_tokens", telemetry.maxTokens())
                .put("provider_latency_ms", telemetry.latency().toMillis());
    }
}
