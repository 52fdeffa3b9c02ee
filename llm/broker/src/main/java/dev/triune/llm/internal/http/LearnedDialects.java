/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequestWriter;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ModelCall;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one server was found to want, model by model and schema by schema. A refusal that names an option teaches to leave
 * it out of the calls that follow. Thread-safe.
 */
public final class LearnedDialects {
    /** More than this are spoken to as to an unknown one, and nothing is learned of them. */
    static final int MAX_MODELS = 256;

    private final Dialect initial;
    private final Map<String, Dialect> learned = new ConcurrentHashMap<>();

    public LearnedDialects(Dialect first) {
        this.initial = first;
    }

    /** How to put that call now. */
    public Dialect of(ModelCall call) {
        return learned.getOrDefault(key(call), initial);
    }

    /** A schema that a server refuses is no reason to withhold another one. */
    private static String key(ModelCall call) {
        return call.model() + "\0" + call.schema().map(AnswerSchema::name).orElse("");
    }

    /**
     * Learns from a refusal.
     *
     * @param used the dialect of the call that was refused
     * @param outputForm what that call asked for
     * @return whether the same call would now be sent in another form
     */
    boolean learn(
            ModelCall call,
            Dialect used,
            ModelRequestWriter.OutputForm outputForm,
            ServerError error) {
        Dialect now = of(call);
        if (!now.equals(used)) {
            return true; // another call found out first
        }
        Optional<Dialect> next = used.adaptedTo(error, outputForm);
        String key = key(call);
        if (next.isEmpty() || (learned.size() >= MAX_MODELS && !learned.containsKey(key))) {
            return false;
        }
        learned.put(key, next.get());
        return true;
    }
}
