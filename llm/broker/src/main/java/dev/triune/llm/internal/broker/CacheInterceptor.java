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

    private final PromptCache cache;
    private final ListenerNotifier listeners;
    private final BrokerCounters counters;
    private final RequestRegistry registry;

    CacheInterceptor(
            PromptCache cache,
            ListenerNotifier listeners,
            BrokerCounters counters,
            RequestRegistry registry) {
        this.cache = cache;
        this.listeners = listeners;
        this.counters = counters;
        this.registry = registry;
    }

    void store(InFlightCall<?> call) {
        if (usesConfiguredKeys(call.pending)) {
            String tenant = call.pending.request.tenant();
            call.answer.wholeText().ifPresent(text -> cache.store(tenant, call.call, text));
        }
    }

    private static boolean usesConfiguredKeys(PendingRequest<?> pending) {
        return pending.request.endpoint().isEmpty();
    }

    <T> boolean answer(PendingRequest<T> pending, ModelCall call) {
        String text =
                usesConfiguredKeys(pending) ? cache.find(pending.request.tenant(), call) : null;
        if (text == null) {
            return false;
        }
        counters.cacheHit();
        listeners.deliver(pending, new Update.Started<>(pending.ticket, CACHE, call.model()));
        registry.end(pending, read(pending, call, text));
        return true;
    }

    private <T> Outcome read(PendingRequest<T> pending, ModelCall call, String text) {
        AnswerReader reader = AnswerReader.of(call.format(), false, pending.request.actionsFirst());
        Consumer<AnswerPart> parts =
                part -> pending.request.decoder().decode(part, value -> deliver(pending, value));
        try {
            reader.feed(text, parts);
            reader.end(parts);
        } catch (RuntimeException | LinkageError e) {
            return new Outcome.Failed(
                    FailureCode.UNREADABLE_ANSWER,
                    "the decoder failed with " + AnswerStream.nameOf(e),
                    pending.delivered > 0);
        }
        return new Outcome.Answered(CACHE, call.model(), Usage.NONE);
    }

    private <T> void deliver(PendingRequest<T> pending, T value) {
        if (!registry.isOver(pending)) {
            pending.delivered++;
            listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }
}
