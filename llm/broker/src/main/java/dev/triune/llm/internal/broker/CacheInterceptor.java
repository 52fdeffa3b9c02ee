/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.provider.ModelCall;
import java.util.function.Consumer;

/** Answers requests from the prompt cache, without a call. Owner only. */
final class CacheInterceptor {
    static final String CACHE = "cache";

    private final SingleOwnerBroker broker;
    private final PromptCache cache;

    CacheInterceptor(SingleOwnerBroker broker, PromptCache cache) {
        this.broker = broker;
        this.cache = cache;
    }

    void store(InFlightCall<?> inFlightCall) {
        if (ofTheBroker(inFlightCall.pending)) {
            inFlightCall.wholeText().ifPresent(text -> cache.store(inFlightCall.call, text));
        }
    }

    private static boolean ofTheBroker(PendingRequest<?> pending) {
        return pending.request.endpoint().isEmpty();
    }

    <T> boolean answer(PendingRequest<T> pending, ModelCall call) {
        String text = ofTheBroker(pending) ? cache.find(call) : null;
        if (text == null) {
            return false;
        }
        broker.counters.cacheHit();
        broker.listeners.deliver(
                pending, new Update.Started<>(pending.ticket, CACHE, call.model()));
        broker.registry.end(pending, read(pending, call, text));
        return true;
    }

    private <T> Outcome read(PendingRequest<T> pending, ModelCall call, String text) {
        AnswerReader reader = AnswerReader.of(call.format());
        Consumer<AnswerPart> parts =
                part -> pending.request.decoder().decode(part, value -> deliver(pending, value));
        try {
            reader.feed(text, parts);
            reader.end(parts);
        } catch (RuntimeException | LinkageError e) {
            return new Outcome.Failed(
                    FailureCode.UNREADABLE_ANSWER,
                    "the decoder failed with " + InFlightCall.nameOf(e),
                    pending.delivered > 0);
        }
        return new Outcome.Answered(CACHE, call.model(), Usage.NONE);
    }

    private <T> void deliver(PendingRequest<T> pending, T value) {
        if (!broker.registry.isOver(pending)) {
            pending.delivered++;
            broker.listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }
}
