/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Request;
import dev.triune.llm.Timers;
import dev.triune.llm.internal.time.TimerQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The live request of each named agent, and who is deferred. Owner only. */
final class AgentRequests {
    private static final int MAX_DEFERRED = 10_000;

    private final TimerQueue timers;
    private final Consumer<PendingRequest<?>> onResume;
    private final Map<Agent, PendingRequest<?>> live = new HashMap<>();
    private final Map<Agent, Timers.Timer> deferred = new HashMap<>();

    /** No agents yet; {@code onResume} gets the request of an agent that is deferred no longer. */
    AgentRequests(TimerQueue timers, Consumer<PendingRequest<?>> onResume) {
        this.timers = timers;
        this.onResume = onResume;
    }

    /** The live request of the agent that asks with this one; null if it has none. */
    @Nullable
    PendingRequest<?> liveOf(PendingRequest<?> pending) {
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
        return deferred.containsKey(Agent.of(pending.request));
    }

    /** Defers an agent until then; returns its live request, if it has one. */
    @Nullable
    PendingRequest<?> defer(String session, String agent, long until) {
        Agent who = new Agent(session, agent);
        resume(who);
        if (deferred.size() >= MAX_DEFERRED) {
            throw new IllegalStateException("no room to defer " + agent + ": " + MAX_DEFERRED
                    + " agents are deferred (wait until some are resumed)");
        }
        deferred.put(who, timers.schedule(until, () -> {
            PendingRequest<?> waiting = resume(who);
            if (waiting != null) {
                onResume.accept(waiting);
            }
        }));
        return live.get(who);
    }

    private @Nullable PendingRequest<?> resume(Agent who) {
        Timers.Timer timer = deferred.remove(who);
        if (timer != null) {
            timer.cancel();
        }
        return live.get(who);
    }

    private record Agent(String session, String name) {
        static Agent of(Request<?> request) {
            return new Agent(request.tenant(), request.agent());
        }
    }
}
