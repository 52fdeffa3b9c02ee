/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.gateway.api.AnswerCollector;
import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.api.AnswerListener;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.api.Submission;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.RouteHandler;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handles completions of one protocol: one request or several, answered at once or as events.
 *
 * @param ids generates the ids of its answers
 * @param defaultModel the model of requests without one
 */
record CompletionHandler(
        GatewayService service,
        CompletionFormat format,
        CompletionIds ids,
        Supplier<String> defaultModel,
        UnknownFields unknownFields)
        implements RouteHandler {
    private static final String DROPPED_HEADER = "X-Dropped-Fields";

    @Override
    public void handle(RequestFields fields, ServerExchange exchange) throws ProblemException {
        CompletionRequest request = format.reader()
                .read(
                        fields,
                        new CompletionRequestBuilder(
                                fields, exchange::header, format.known(), unknownFields));
        exchange.allowedSession(request.first().tenant());
        String model = request.first().model();
        AnswerHead head = new AnswerHead(
                ids.next(),
                service.clock().instant().getEpochSecond(),
                model.isEmpty() ? defaultModel.get() : model);
        Reply reply = new Reply(exchange, format.writer().apply(head, request), request.dropped());
        for (int i = 0; i < request.requests().size(); i++) {
            Request<String> choice =
                    request.requests().get(i).traced(exchange.header(ServerExchange.TRACE_HEADER));
            reply.submissions.add(new Submission(
                    choice,
                    "",
                    exchange.newLogEntry(),
                    choice.nonStreaming()
                            ? new AnswerCollector(
                                    choice,
                                    reply::onWhole,
                                    (text, problem, telemetry) -> reply.onFailed(problem))
                            : new StreamedChoice(reply, i)));
        }
        service.submitTogether(reply.submissions);
        exchange.onDisconnect(reply::cancel);
    }

    /** The answer to one request of a client, which may have several choices. */
    private static final class Reply {
        final ServerExchange exchange;
        final AnswerWriter writer;
        private final List<String> dropped;
        final List<Submission> submissions = new ArrayList<>();
        final List<WholeAnswer> answers = new ArrayList<>();
        private Usage usage = Usage.NONE;
        private int ended;

        Reply(ServerExchange exchange, AnswerWriter writer, List<String> dropped) {
            this.exchange = exchange;
            this.writer = writer;
            this.dropped = dropped;
            name(List.of());
        }

        /** Names the fields that the gateway or the provider left out, before the response starts. */
        void name(List<String> leftOut) {
            String all = Stream.concat(dropped.stream(), leftOut.stream())
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!all.isEmpty()) {
                exchange.addHeader(DROPPED_HEADER, all);
            }
        }

        void cancel() {
            submissions.forEach(Submission::cancel);
        }

        void onWhole(WholeAnswer answer) {
            answers.add(answer);
            if (answers.size() == submissions.size()) {
                try {
                    name(answer.leftOut());
                    exchange.json(200, writer.whole(answers));
                } catch (ProblemException e) {
                    onFailed(e.problem());
                }
            }
        }

        /** Sends the events written so far. */
        void send() {
            byte[] events = writer.take();
            if (events.length > 0) {
                exchange.stream().send(events);
            }
        }

        void onStreamed(int choice, Outcome.Finished answered) {
            usage = usage.plus(answered.usage());
            ended++;
            writer.end(choice, answered);
            if (ended == submissions.size()) {
                writer.last(answered, usage);
                exchange.stream().end(writer.take());
            } else {
                send();
            }
        }

        /** Fails the whole answer, as the formats cannot fail single choices. */
        void onFailed(Problem problem) {
            exchange.respondWithProblem(problem);
            if (submissions.size() > 1) {
                cancel();
            }
        }
    }

    /**
     * A choice that is streamed as it arrives. Nothing is sent before its first piece, because a
     * problem has its own HTTP status until the stream starts.
     */
    private record StreamedChoice(Reply reply, int index) implements AnswerListener {
        @Override
        public void onLeftOut(List<String> options) {
            reply.name(options);
        }

        @Override
        public void onText(String delta) {
            reply.writer.text(index, delta);
            reply.send();
        }

        @Override
        public void onRefusal(String delta) {
            reply.writer.refusal(index, delta);
            reply.send();
        }

        @Override
        public void onToolCall(ToolCall call) {
            reply.writer.toolCall(index, call);
            reply.send();
        }

        @Override
        public void onLogprobs(String json) {
            reply.writer.logprobs(index, Json.read(json));
            reply.send();
        }

        @Override
        public void onAnswered(
                Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
            reply.onStreamed(index, answered);
        }

        @Override
        public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
            reply.onFailed(problem);
        }
    }
}
