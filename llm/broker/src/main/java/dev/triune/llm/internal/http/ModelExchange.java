/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.ModelNames;
import dev.triune.llm.internal.protocol.AnswerStreamParser;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.StreamEnd;
import dev.triune.llm.internal.protocol.signal.ErrorRules;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One call to a model server: reads its response for the sink. */
public final class ModelExchange extends ResponseExchange {
    private static final long PATIENCE_SECONDS = 5;

    /** What servers say that have some models only streamed. */
    private static final Pattern ABOUT_STREAMS = Pattern.compile("(?i)stream");

    private static final Ticker CLOCK = Ticker.system();

    private final ModelRequest request;
    private final AnswerSink sink;
    private final @Nullable StoppingSink stopping;
    private final LearnedDialects dialects;
    private final AffordableAnswers affordable;
    private final AnswerPace pace;
    private final long begun = CLOCK.nanos();
    private final FailureClassifier failures;
    private final Supplier<CompletableFuture<List<String>>> offered;
    private @Nullable AnswerStreamParser parser;
    private @Nullable StreamEnd streamEnd;
    private boolean claimsPage; // by its type, until its first character
    private boolean ended;

    public ModelExchange(
            ModelRequest request,
            AnswerSink sink,
            LearnedDialects dialects,
            AffordableAnswers affordable,
            AnswerPace pace,
            FailureClassifier failures,
            Supplier<CompletableFuture<List<String>>> offered,
            BooleanSupplier closed) {
        super(failures, closed);
        this.request = request;
        List<String> stops = request.refusedStops();
        this.stopping = stops.isEmpty() ? null : new StoppingSink(sink, stops);
        this.sink = stopping == null ? sink : stopping;
        this.dialects = dialects;
        this.affordable = affordable;
        this.pace = pace;
        this.failures = failures;
        this.offered = offered;
    }

    @Override
    boolean accepted(Response head) {
        String problem = problemOf(head);
        claimsPage = isHtml(head);
        streamEnd = problem == null ? null : new StreamEnd.Unreadable(problem);
        return problem == null;
    }

    @Override
    boolean read(byte[] bytes, int from, int to) {
        for (int i = from; i < to && claimsPage; i++) {
            if (bytes[i] == '<') {
                return false;
            }
            claimsPage = bytes[i] <= ' ';
        }
        streamEnd = answer().feed(bytes, from, to).orElse(null);
        if (stopping != null && stopping.isStopped()) {
            streamEnd = new StreamEnd.Complete(FinishReason.STOP, stopping.usageSoFar());
        }
        return streamEnd == null;
    }

    private AnswerStreamParser answer() {
        if (parser == null) {
            parser = new AnswerStreamParser(request.family(), sink);
        }
        return parser;
    }

    @Override
    void ended(Response head) {
        try (AnswerStreamParser answer = answer()) {
            StreamEnd end = claimsPage
                    ? new StreamEnd.Unreadable(WEB_PAGE)
                    : streamEnd == null ? answer.end() : streamEnd;
            if (end instanceof StreamEnd.Complete complete) {
                ended = true;
                pace.answered(
                        request.call().model(),
                        CLOCK.nanos() - begun,
                        complete.usage().output());
                sink.complete(complete.reason(), complete.usage());
            } else {
                fail(failure(end, head));
            }
        }
    }

    private CallFailure failure(StreamEnd streamEnd, Response response) {
        if (streamEnd instanceof StreamEnd.ErrorReported errorReported) {
            ModelCall call = request.call();
            return failures.refused(
                    response,
                    errorReported.status() == 0 ? response.code() : errorReported.status(),
                    errorReported.body(),
                    call.model(),
                    call.prompt());
        }
        if (streamEnd instanceof StreamEnd.Unreadable unreadable) {
            return failures.unreadable(unreadable.how());
        }
        return truncated();
    }

    @Override
    void refused(Response response, String body) {
        ServerError error = ServerError.parse(body);
        ModelCall call = request.call();
        boolean adapts = switch (response.code()) {
            case 400, 422 -> learnsToStream(error) || dialects.learn(request, error);
            case 402 -> affordable.learn(call, ErrorRules.affordable(error));
            default -> false;
        };
        fail(
                adapts
                        ? failures.requestAdapted(error, call.prompt())
                        : failures.refused(response, body, call.model(), call.prompt()));
    }

    /** Whether a call is refused for the one piece that it chose itself. */
    private boolean learnsToStream(ServerError error) {
        boolean chosen = sink.gathers() && request.call().nonStreaming();
        boolean refused = chosen && ABOUT_STREAMS.matcher(error.message()).find();
        if (refused) {
            pace.streamedOnly(request.call().model());
        }
        return refused;
    }

    @Override
    void fail(CallFailure failure) {
        boolean cancelled = wasCancelled();
        abort();
        if (ended) {
            return; // the sink already got its end, which threw
        }
        ended = true;
        if (failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.PROVIDER_TIMEOUT) {
            pace.late(request.call().model());
        }
        if (!cancelled
                && failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.MODEL_UNAVAILABLE) {
            failWithOffer(failed);
        } else {
            sink.fail(cancelled ? failures.cancelled() : failure);
        }
    }

    /** Adds the offered models to a failure for lack of the model. */
    private void failWithOffer(CallFailure.Failed failed) {
        var unused = offered.get()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(unknown -> List.of())
                .thenAccept(models -> sink.fail(new CallFailure.Failed(
                        failed.code(),
                        failed.message() + inWords(models),
                        failed.outage(),
                        failed.status(),
                        failed.providerCode())));
    }

    private String inWords(List<String> models) {
        String model = request.call().model();
        return models.isEmpty() || models.contains(model)
                ? ""
                : " (it lists " + ModelNames.similar(model, models) + ")";
    }
}
