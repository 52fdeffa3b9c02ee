/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Request;
import dev.triune.llm.time.TimerQueue;
import dev.triune.llm.time.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The live request of each named agent, and who is deferred. Owner only. */
final class Agents {
    private static final int MOST_DEFERRED = 10_000;

    private final TimerQueue timers;
    private final Consumer<Pending<?>> onResume;
    private final Map<Agent, Pending<?>> live = new HashMap<>();
    private final Map<Agent, Timers.Timer> deferred = new HashMap<>();

    /**
     * No agents yet.
     *
     * @param onResume called with the request of an agent that is deferred no longer
     */
    Agents(TimerQueue timers, Consumer<Pending<?>> onResume) {
        this.timers = timers;
        this.onResume = onResume;
    }

    /** The live request of the agent that asks with this one; null if it has none. */
    @Nullable
    Pending<?> liveOf(Pending<?> pending) {
        return pending.request.agent().isEmpty() ? null : live.get(Agent.of(pending.request));
    }

    void begins(Pending<?> pending) {
        if (!pending.request.agent().isEmpty()) {
            live.put(Agent.of(pending.request), pending);
        }
    }

    void over(Pending<?> pending) {
        live.remove(Agent.of(pending.request), pending);
    }

    boolean isDeferred(Pending<?> pending) {
        return deferred.containsKey(Agent.of(pending.request));
    }

    /** Defers an agent until then; returns its live request, if it has one. */
    @Nullable
    Pending<?> defer(String session, String agent, long until) {
        Agent who = new Agent(session, agent);
        resume(who);
        if (deferred.size() >= MOST_DEFERRED) {
            throw new IllegalStateException("no room to defer " + agent + ": " + MOST_DEFERRED
                    + " agents are deferred (wait until some are resumed)");
        }
        deferred.put(who, timers.at(until, () -> {
            Pending<?> waiting = resume(who);
            if (waiting != null) {
                onResume.accept(waiting);
            }
        }));
        return live.get(who);
    }

    private @Nullable Pending<?> resume(Agent who) {
        Timers.Timer timer = deferred.remove(who);
        if (timer != null) {
            timer.cancel();
        }
        return live.get(who);
    }

    private record Agent(String session, String name) {
        static Agent of(Request<?> request) {
            return new Agent(request.session(), request.agent());
        }
    }
}
