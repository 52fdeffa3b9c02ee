/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.json.AnswerReader;
import dev.triune.llm.provider.ModelCall;
import java.util.function.Consumer;

/** Answers requests from the cache of prompts, without a call. Owner only. */
final class CachedAnswers {
    /** Stands for the provider of such answers. */
    static final String CACHE = "cache";

    private final PromptCache cache;
    private final OpenRequests open;
    private final SafeListener listeners;
    private final Figures figures;

    CachedAnswers(PromptCache cache, OpenRequests open, SafeListener listeners, Figures figures) {
        this.cache = cache;
        this.open = open;
        this.listeners = listeners;
        this.figures = figures;
    }

    /** Keeps the answer of a call that is complete. */
    void keep(Flight<?> flight) {
        if (ofTheBroker(flight.pending)) {
            flight.wholeText().ifPresent(text -> cache.keep(flight.call, text));
        }
    }

    /** What a model of a caller's own answers is not shared. */
    private static boolean ofTheBroker(Pending<?> pending) {
        return pending.request.endpoint().isEmpty();
    }

    /** Answers a request if the answer is known; false if it is not. */
    <T> boolean answer(Pending<T> pending, ModelCall call) {
        String text = ofTheBroker(pending) ? cache.find(call) : null;
        if (text == null) {
            return false;
        }
        figures.cacheHit();
        listeners.deliver(pending, new Update.Started<>(pending.ticket, CACHE, call.model()));
        open.end(pending, read(pending, call, text));
        return true;
    }

    private <T> Outcome read(Pending<T> pending, ModelCall call, String text) {
        AnswerReader reader = AnswerReader.of(call.format());
        Consumer<AnswerPart> parts =
                part -> pending.request.decoder().decode(part, value -> deliver(pending, value));
        try {
            reader.feed(text, parts);
            reader.end(parts);
        } catch (RuntimeException e) {
            return new Outcome.Failed(
                    FailureCode.UNREADABLE_ANSWER,
                    "the decoder failed with " + e.getClass().getName(),
                    pending.delivered > 0);
        }
        return new Outcome.Answered(CACHE, call.model(), Usage.NONE);
    }

    private <T> void deliver(Pending<T> pending, T value) {
        if (!open.isOver(pending)) {
            pending.delivered++;
            listeners.deliver(pending, new Update.Part<>(pending.ticket, value));
        }
    }
}
