/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.signal.ServerError;
import dev.triune.llm.provider.wire.Dialect;
import dev.triune.llm.provider.wire.ModelRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one server was found to want, model by model and schema by schema. A refusal that names an option teaches to leave
 * it out of the calls that follow. Thread-safe.
 */
final class Dialects {
    /** More than this are spoken to as to an unknown one, and nothing is learned of them. */
    static final int MAX_MODELS = 256;

    private final Dialect first;
    private final Map<String, Dialect> learned = new ConcurrentHashMap<>();

    Dialects(Dialect first) {
        this.first = first;
    }

    /** How to put that call now. */
    Dialect of(ModelCall call) {
        return learned.getOrDefault(key(call), first);
    }

    /** A schema that a server refuses is no reason to withhold another one. */
    private static String key(ModelCall call) {
        return call.model() + "\0" + call.schema().map(AnswerSchema::name).orElse("");
    }

    /**
     * Learns from a refusal.
     *
     * @param used the dialect of the call that was refused
     * @param form what that call asked for
     * @return whether the same call would now be sent in another form
     */
    boolean learn(ModelCall call, Dialect used, ModelRequest.Form form, ServerError error) {
        Dialect now = of(call);
        if (!now.equals(used)) {
            return true; // another call found out first
        }
        Optional<Dialect> next = used.after(error, form);
        String key = key(call);
        if (next.isEmpty() || (learned.size() >= MAX_MODELS && !learned.containsKey(key))) {
            return false;
        }
        learned.put(key, next.get());
        return true;
    }
}
