/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Request;
import dev.triune.llm.Timers;
import dev.triune.llm.internal.time.TimerQueue;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The live request of each named agent, and the deferred agents. Owner only. */
final class AgentRequests {
    private static final int MAX_DEFERRED = 10_000;
    private static final Duration MAX_DEFERRAL = Duration.ofDays(1);

    private final TimerQueue timers;
    private final Upcalls upcalls;
    private final Map<Agent, PendingRequest<?>> live = new HashMap<>();
    private final Map<String, Map<String, Timers.Timer>> deferred = new LinkedHashMap<>();
    private int deferrals;

    AgentRequests(TimerQueue timers, Upcalls upcalls) {
        this.timers = timers;
        this.upcalls = upcalls;
    }

    @Nullable
    PendingRequest<?> pendingOf(PendingRequest<?> pending) {
        return pending.request.agent().isEmpty() ? null : live.get(Agent.of(pending.request));
    }

    void started(PendingRequest<?> pending) {
        if (!pending.request.agent().isEmpty()) {
            live.put(Agent.of(pending.request), pending);
        }
    }

    void ended(PendingRequest<?> pending) {
        live.remove(Agent.of(pending.request), pending);
    }

    boolean isDeferred(PendingRequest<?> pending) {
        return deferred.getOrDefault(pending.request.tenant(), Map.of())
                .containsKey(pending.request.agent());
    }

    /** Defers an agent, replacing an earlier deferral; returns its live request. */
    @Nullable
    PendingRequest<?> defer(String tenant, String agent, Duration time, long now) {
        if (agent.isEmpty()) {
            throw new IllegalArgumentException("defer \"\" (expected the name of an agent)");
        }
        if (time.isNegative() || time.compareTo(MAX_DEFERRAL) > 0) {
            throw new IllegalArgumentException(
                    "defer " + agent + " for " + time + " (expected zero to a day)");
        }
        Agent agentKey = new Agent(tenant, agent);
        resume(agentKey);
        if (deferrals >= MAX_DEFERRED) {
            makeRoom(agentKey);
        }
        deferrals++;
        deferred.computeIfAbsent(tenant, key -> new LinkedHashMap<>())
                .put(agent, timers.schedule(now + time.toNanos(), () -> resumeDeferred(agentKey)));
        return live.get(agentKey);
    }

    private void makeRoom(Agent newcomer) {
        String largest = Collections.max(
                        deferred.entrySet(),
                        Comparator.comparingInt(entry -> entry.getValue().size()))
                .getKey();
        if (largest.equals(newcomer.tenant)) {
            throw new IllegalStateException("no room to defer " + newcomer.name + ": "
                    + MAX_DEFERRED + " agents are deferred (wait until some are resumed)");
        }
        resumeDeferred(new Agent(
                largest,
                deferred.getOrDefault(largest, Map.of()).keySet().iterator().next()));
    }

    void forget(String tenant) {
        List.copyOf(deferred.getOrDefault(tenant, Map.of()).keySet())
                .forEach(agent -> resume(new Agent(tenant, agent)));
    }

    private void resumeDeferred(Agent agentKey) {
        resume(agentKey);
        PendingRequest<?> waiting = live.get(agentKey);
        if (waiting != null) {
            upcalls.resume(waiting);
        }
    }

    private void resume(Agent agentKey) {
        Map<String, Timers.Timer> ofTenant =
                deferred.getOrDefault(agentKey.tenant, new HashMap<>());
        Timers.Timer timer = ofTenant.remove(agentKey.name);
        if (timer != null) {
            timer.cancel();
            deferrals--;
        }
        if (ofTenant.isEmpty()) {
            deferred.remove(agentKey.tenant);
        }
    }

    private record Agent(String tenant, String name) {
        static Agent of(Request<?> request) {
            return new Agent(request.tenant(), request.agent());
        }
    }
}
