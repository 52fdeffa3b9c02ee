/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.ModelNames;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Adds to a failure for want of the model which models the server offers instead. */
public final class OfferedModelsSink implements AnswerSink {
    private static final long PATIENCE_SECONDS = 5;

    private final AnswerSink sink;
    private final String model;
    private final Supplier<CompletableFuture<List<String>>> offered;

    /**
     * Passes everything on; {@code offered} requests the list of the server that has no such model.
     */
    public OfferedModelsSink(
            AnswerSink sink, String model, Supplier<CompletableFuture<List<String>>> offered) {
        this.sink = sink;
        this.model = model;
        this.offered = offered;
    }

    @Override
    public void text(String delta) {
        sink.text(delta);
    }

    @Override
    public void toolCall(AnswerPart.ToolCall call) {
        sink.toolCall(call);
    }

    @Override
    public void usage(Usage soFar) {
        sink.usage(soFar);
    }

    @Override
    public void complete(FinishReason reason, Usage usage) {
        sink.complete(reason, usage);
    }

    @Override
    public void fail(CallFailure failure) {
        if (failure instanceof CallFailure.Failed failed
                && failed.code() == FailureCode.MODEL_UNAVAILABLE) {
            var unused = offered.get()
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .exceptionally(unknown -> List.of())
                    .thenAccept(models -> sink.fail(new CallFailure.Failed(
                            failed.code(),
                            failed.message() + inWords(models),
                            failed.outage(),
                            failed.status(),
                            failed.providerCode())));
        } else {
            sink.fail(failure);
        }
    }

    private String inWords(List<String> models) {
        return models.isEmpty() || models.contains(model)
                ? ""
                : " (it lists " + ModelNames.similar(model, models) + ")";
    }
}
