/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Broker;
import dev.triune.llm.Decoder;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A request in the broker, until its outcome. Broker's thread only. */
final class GatewayCall {
    private static final Logger LOG = System.getLogger(GatewayCall.class.getName());
    private static final Duration ENDPOINTS_WAIT = Duration.ofMinutes(1);

    private final Submission submission;
    private final InstantSource clock;
    private final Runnable onEnd;
    private final QuotaLedger quotas;
    private final ProviderHealth health;
    private boolean partial;

    /** The last called provider; empty before the first call. */
    private String provider = "";

    private final CallGroup group;
    private final CallGroup.Member budget;

    /** Creates a call; {@code onEnd} runs once, right before its listener receives the end. */
    GatewayCall(
            Submission submission,
            InstantSource clock,
            QuotaLedger quotas,
            ProviderHealth health,
            CallGroup group,
            Runnable onEnd) {
        this.submission = submission;
        this.clock = clock;
        this.quotas = quotas;
        this.health = health;
        this.group = group;
        this.budget = group.newMember(submission.request());
        this.onEnd = () -> {
            budget.end();
            onEnd.run();
        };
    }

    /**
     * Sends the request to the broker, when what it may use is in hand.
     *
     * @param funding called if it waits for that, with what ends the wait
     */
    void submit(Broker broker, Consumer<CallGroup> funding, Consumer<CallGroup> funded) {
        Problem refusal = quotas.refusal(broker, submission.request());
        if (refusal != null) {
            onEnd.run();
            submission.logRefusal(refusal);
            submission.listener().onFailed(refusal, null);
        } else if (group.whenFunded(
                submission.request(), () -> send(broker), () -> funded.accept(group))) {
            funding.accept(group);
        }
    }

    private void send(Broker broker) {
        try {
            Request<String> request = submission.request();
            Request<AnswerPart> parts = request.with(Decoder.parts(), request.prompt());
            if (request.nonStreaming()) {
                parts = parts.gathered(); // a provider that hangs is noticed as soon as streaming
            }
            boolean ownExpense = request.endpoint().isPresent();
            broker.submit(
                    ownExpense ? parts : parts.with(budget), update -> onUpdate(broker, update));
        } catch (RuntimeException | Error e) {
            Problem problem = toProblem(e);
            onEnd.run();
            submission.logRefusal(problem);
            submission.listener().onFailed(problem, null);
        }
    }

    private void onUpdate(Broker broker, Update<AnswerPart> update) {
        AnswerListener listener = submission.listener();
        if (update instanceof Update.Part<AnswerPart> part) {
            onPart(part.value());
        } else if (update instanceof Update.Started<AnswerPart> started) {
            provider = started.provider();
            listener.onLeftOut(started.leftOut());
        } else if (update instanceof Update.Ended<AnswerPart> ended) {
            onEnd.run();
            log(ended);
            CooldownNotice cooldown = cooldown(broker);
            Problem withdrawn = budget.refusal();
            if (withdrawn != null) {
                listener.onFailed(withdrawn, null);
            } else if (ended.outcome() instanceof Outcome.Finished answered) {
                listener.onAnswered(answered, ended.telemetry(), cooldown);
            } else {
                listener.onFailed(
                        OutcomeProblems.of(
                                ended.outcome(),
                                cooldown,
                                partial,
                                submission.request().endpoint().isPresent()),
                        ended.telemetry());
            }
        }
    }

    private void onPart(AnswerPart part) {
        if (part instanceof AnswerPart.Text text) {
            partial = true;
            submission.listener().onText(text.delta());
        } else if (part instanceof AnswerPart.Refusal refusal) {
            partial = true;
            submission.listener().onRefusal(refusal.delta());
        } else if (part instanceof AnswerPart.ToolCall call) {
            partial = true;
            submission.listener().onToolCall(call);
        } else if (part instanceof AnswerPart.Logprobs logprobs) {
            submission.listener().onLogprobs(logprobs.json());
        }
    }

    private void log(Update.Ended<AnswerPart> ended) {
        Telemetry telemetry = ended.telemetry();
        Usage usage = ended.outcome().usage();
        BigDecimal cost = budget.cost();
        Problem refusal = budget.refusal();
        String code = refusal == null ? telemetry.code() : refusal.code().name();
        List<ProviderHealth.CallError> failures = health.takeFailures(ended.ticket());
        submission
                .log()
                .accept(() -> withFailures(submission.newLogEntry(), failures)
                        .put("model", telemetry.model())
                        .put("provider", provider)
                        .put("promptTokens", usage.prompt())
                        .put("answerTokens", usage.output())
                        .put("estimated", usage.estimated())
                        .put("maxTokens", telemetry.maxTokens())
                        .put("trimmed", telemetry.trimmed())
                        .put("usd", cost)
                        .put("waitMs", telemetry.waited().toMillis())
                        .put("callMs", telemetry.latency().toMillis())
                        .put("outcome", code.isEmpty() ? "answered" : code));
    }

    /** Adds the calls that failed, also if the request was answered elsewhere. */
    private static ObjectNode withFailures(
            ObjectNode entry, List<ProviderHealth.CallError> failures) {
        if (!failures.isEmpty()) {
            ArrayNode list = entry.putArray("failedCalls");
            failures.forEach(failure -> list.addObject()
                    .put("provider", failure.provider())
                    .put("error", failure.code())
                    .put("message", failure.message()));
        }
        return entry;
    }

    /** Returns the cooldown; null if the broker has closed the custom endpoint meanwhile. */
    private @Nullable CooldownNotice cooldown(Broker broker) {
        try {
            return CooldownNotice.of(broker.cooldown(submission.request()), clock.millis());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Problem toProblem(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof EndpointRejectedException rejected) {
            return switch (rejected.reason()) {
                case NOT_ALLOWED, NOT_SUPPORTED -> Problem.of(ErrorCode.FORBIDDEN, message);
                case TOO_MANY -> Problem.retryable(ErrorCode.QUEUE_FULL, message, ENDPOINTS_WAIT);
            };
        }
        if (cause instanceof IllegalArgumentException) {
            return Problem.of(ErrorCode.BAD_REQUEST, message);
        }
        LOG.log(Level.ERROR, "a request could not be submitted", cause);
        return Problem.internal();
    }
}
