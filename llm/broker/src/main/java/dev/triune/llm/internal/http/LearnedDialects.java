/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The dialects learned for a server, by model and schema. A rejection that names an option omits it
 * for an hour, or until the server also rejects a call without it, as the rejection may have quoted
 * a prompt. Thread-safe.
 */
public final class LearnedDialects {
    static final int MAX_MODELS = 256;
    static final Duration MAX_AGE = Duration.ofHours(1);

    private final Dialect initial;
    private final int leastContext;
    private final Ticker ticker;
    private final Map<String, Integer> contexts = new HashMap<>();

    private final Map<Key, Learned> learned = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Learned> eldest) {
            return size() > MAX_MODELS;
        }
    };

    private record Learned(Dialect dialect, long since) {}

    /** Creates the dialects of a server with an initial dialect and the minimum context in tokens, 0 for none. */
    public LearnedDialects(Dialect initial, int leastContext, Ticker ticker) {
        this.initial = initial;
        this.leastContext = leastContext;
        this.ticker = ticker;
    }

    /**
     * Returns a request with the context that it needs, for which its prompt is read; a context never
     * shrinks, as that reloads the model.
     */
    public ModelRequest inContext(ModelRequest request) {
        ModelCall call = request.call();
        int needed = ModelRequest.context(call, leastContext); // without the lock: it takes a while
        return needed == 0
                ? request
                : new ModelRequest(
                        request.family(),
                        call,
                        request.dialect().withContext(largest(call.model(), needed)));
    }

    private synchronized int largest(String model, int needed) {
        boolean kept = contexts.containsKey(model) || contexts.size() < MAX_MODELS;
        return kept ? contexts.merge(model, needed, Math::max) : needed;
    }

    /** Returns the dialect of a call, without its context. */
    public synchronized Dialect of(ModelCall call) {
        Learned known = learned.get(key(call));
        if (known != null && ticker.nanos() - known.since() >= MAX_AGE.toNanos()) {
            learned.remove(key(call));
            return initial;
        }
        return known == null ? initial : known.dialect();
    }

    /** Distinguishes calls whose forms a server may accept or reject separately. */
    private static Key key(ModelCall call) {
        return new Key(
                call.model(),
                call.schema(),
                call.options().reasoning(),
                call.options().tools().isEmpty());
    }

    private record Key(
            String model,
            @Nullable AnswerSchema schema,
            @Nullable Reasoning reasoning,
            boolean withoutTools) {}

    /** Learns from a rejection, or undoes a change that did not help; whether it adapts further. */
    synchronized boolean learn(ModelRequest request, ServerError error) {
        ModelCall call = request.call();
        if (request.lacksWordJson(error)) {
            return false; // a fault of the prompt
        }
        Dialect before = request.dialect().withContext(0);
        if (!of(call).equals(before)) {
            return true; // another call learned it first
        }
        Optional<Dialect> next = before.adaptedTo(error, request.form(), request.fields());
        if (next.isEmpty()) {
            learned.remove(key(call));
            return false;
        }
        learned.put(key(call), new Learned(next.get(), ticker.nanos()));
        return true;
    }
}
