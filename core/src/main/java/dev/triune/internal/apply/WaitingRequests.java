/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for a provider, by model, since those of one say nothing about another; the
 * oldest first. Those to an agent's own address are not among them. Game thread only.
 */
public final class WaitingRequests {
    private final Map<String, List<PendingDecision>> byModel = new HashMap<>();

    void add(PendingDecision request) {
        if (request.asks() != null) {
            byModel.computeIfAbsent(request.asks(), model -> new ArrayList<>()).add(request);
        }
    }

    /** Removes a request that has begun or ended; does nothing if it waits no longer. */
    void remove(PendingDecision request) {
        List<PendingDecision> waiting = byModel.get(request.asks());
        if (waiting != null) {
            waiting.remove(request);
        }
    }

    /** Whether the oldest request to a model was made before a tick. */
    public boolean anyBefore(@Nullable String model, long tick) {
        List<PendingDecision> waiting = of(model);
        return !waiting.isEmpty() && waiting.get(0).askedAt() < tick;
    }

    /** Whether a request to a model waits that came from a lane. */
    public boolean anyOf(@Nullable String model, int lane) {
        List<PendingDecision> waiting = of(model);
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).lane() == lane) {
                return true;
            }
        }
        return false;
    }

    private List<PendingDecision> of(@Nullable String model) {
        return byModel.getOrDefault(model, List.of());
    }
}
