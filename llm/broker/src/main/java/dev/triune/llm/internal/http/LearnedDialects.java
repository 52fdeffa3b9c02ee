/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequestWriter;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The dialects that one server was found to want, by model and schema. A refusal that names an
 * option teaches to omit it from now on; as a refusal may merely quote a prompt, that is unlearned
 * when the server refuses a call without the option as well, and after an hour. Thread-safe.
 */
public final class LearnedDialects {
    /** Of more models and schemas, what was learned first is forgotten. */
    static final int MAX_MODELS = 256;

    /** After this time the server is spoken to as at first. */
    static final Duration MAX_AGE = Duration.ofHours(1);

    private final Dialect initial;
    private final Ticker ticker;

    private final Map<String, Learned> learned = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Learned> eldest) {
            return size() > MAX_MODELS;
        }
    };

    private record Learned(Dialect dialect, long since) {}

    /** Knows nothing but the dialect to begin with. */
    public LearnedDialects(Dialect initial, Ticker ticker) {
        this.initial = initial;
        this.ticker = ticker;
    }

    /** How to put that call now. */
    public synchronized Dialect of(ModelCall call) {
        Learned known = learned.get(key(call));
        if (known != null && ticker.nanos() - known.since() >= MAX_AGE.toNanos()) {
            learned.remove(key(call));
            return initial;
        }
        return known == null ? initial : known.dialect();
    }

    /** A schema that a server refuses is no reason to withhold another one. */
    private static String key(ModelCall call) {
        return call.model() + "\0" + call.schema().map(AnswerSchema::name).orElse("");
    }

    /**
     * Learns from a refusal, or unlearns what did not help.
     *
     * @param used the dialect of the call that was refused
     * @param outputForm what that call asked for
     * @return whether the same call would now be sent in another form
     */
    synchronized boolean learn(
            ModelCall call,
            Dialect used,
            ModelRequestWriter.OutputForm outputForm,
            ServerError error) {
        if (!of(call).equals(used)) {
            return true; // another call found out first
        }
        Optional<Dialect> next = used.adaptedTo(error, outputForm);
        if (next.isEmpty()) {
            learned.remove(key(call));
            return false;
        }
        learned.put(key(call), new Learned(next.get(), ticker.nanos()));
        return true;
    }
}
