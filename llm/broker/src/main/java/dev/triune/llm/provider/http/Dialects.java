/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.signal.ServerError;
import dev.triune.llm.provider.wire.Dialect;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one server was found to want, model by model. A refusal that names an option teaches to leave
 * it out of the calls that follow. Thread-safe.
 */
final class Dialects {
    /** More models than this are spoken to as to an unknown one, and nothing is learned of them. */
    static final int MAX_MODELS = 256;

    private final Dialect first;
    private final Map<String, Dialect> learned = new ConcurrentHashMap<>();

    Dialects(Dialect first) {
        this.first = first;
    }

    /** How to speak to that model now. */
    Dialect of(String model) {
        return learned.getOrDefault(model, first);
    }

    /**
     * Learns from a refusal.
     *
     * @param used the dialect of the call that was refused
     * @param plan whether that call asked for a plan
     * @return whether the same call would now be sent in another form
     */
    boolean learn(String model, Dialect used, boolean plan, ServerError error) {
        Dialect now = of(model);
        if (!now.equals(used)) {
            return true; // another call found out first
        }
        Optional<Dialect> next = used.after(error, plan);
        if (next.isEmpty() || (learned.size() >= MAX_MODELS && !learned.containsKey(model))) {
            return false;
        }
        learned.put(model, next.get());
        return true;
    }
}
