/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.Bag;
import dev.triune.MindListener;
import dev.triune.internal.action.PlanPart;
import dev.triune.llm.Broker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.system.DecisionApplySystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Pending requests, their updates and more that the systems share. Game thread only. */
public final class DecisionContext {
    private final TreeMap<Long, PendingDecision> byTicket = new TreeMap<>();
    private final Bag<PendingDecision> byAgent = new Bag<>(PendingDecision.class);

    /** Updates not applied yet, by ticket, so that the oldest request comes first. */
    private final TreeMap<Long, Deque<Update<PlanPart>>> inbox = new TreeMap<>();

    private final MindCounters counters = new MindCounters();
    private final DirtyAgents dirtyAgents = new DirtyAgents();
    private final MindRecorder recorder = new MindRecorder();
    private final MindListener listener;
    private final boolean hasListener;
    private long lastSerial;
    private String worldPrefix = "";
    private Consumer<PendingDecision> onPlan = plan -> {};
    private boolean closed;
    private boolean hasPrefix;

    /** Numbers of agents that were loaded and have not appeared yet. */
    private final Set<Long> returning = new HashSet<>();

    /** Nothing is pending; events of answers go to the counters and then to those listeners. */
    public DecisionContext(MindListener... listeners) {
        this.listener = fanOut(listeners);
        this.hasListener = listeners.length > 0;
    }

    /** Returns a listener that notifies the counters, the scheduler and then those. */
    public MindListener fanOut(MindListener... listeners) {
        List<MindListener> all =
                new ArrayList<>(List.of(counters, new SchedulerWakeups(dirtyAgents), recorder));
        all.addAll(List.of(listeners));
        return new MindListeners(all);
    }

    /** Sets what is called with each answer that took effect and that no other overruled. */
    public void onPlan(Consumer<PendingDecision> value) {
        onPlan = value;
    }

    /** Reports an answer that took effect. */
    void planOrdered(PendingDecision request) {
        onPlan.accept(request);
    }

    /** Returns what keeps exchanges for inspections. */
    public MindRecorder recorder() {
        return recorder;
    }

    /** Returns how many requests have no outcome yet. */
    public int pendingCount() {
        return byTicket.size();
    }

    /** Whether the game has a listener. */
    public boolean hasListener() {
        return hasListener;
    }

    /** Returns the listener for events of requests and answers. */
    public MindListener listener() {
        return listener;
    }

    /**
     * Returns the serial of an agent that appears: its own if it was loaded, else a new one, which
     * is never handed out twice.
     */
    public long serialFor(long serial) {
        return returning.remove(serial) ? serial : ++lastSerial;
    }

    /** The last number that was handed out, 0 if none was. */
    public long lastSerial() {
        return lastSerial;
    }

    /**
     * Continues after a load: no serial of the save is given again, and the loaded agents keep
     * theirs if none was given here before.
     */
    public void resume(long last, long... serials) {
        boolean free = lastSerial == 0 && returning.isEmpty();
        lastSerial = Math.max(lastSerial, last);
        for (long serial : serials) {
            lastSerial = Math.max(lastSerial, serial);
            if (free && serial > 0) {
                returning.add(serial);
            }
        }
    }

    /** Notes a request that was just submitted. */
    public void begin(PendingDecision request) {
        hasPrefix = true;
        byTicket.put(request.ticket.number(), request);
        byAgent.set(request.agent, request);
        counters.pendingRequests = byTicket.size();
    }

    /** Returns a prefix that keeps agents of two worlds of a broker apart; empty for the first. */
    public String worldPrefix(Broker broker) {
        if (!hasPrefix) { // fixed once a request was taken
            long before = broker.stats().submitted();
            worldPrefix = before == 0 ? "" : before + ".";
        }
        return worldPrefix;
    }

    /** Returns the requests without an outcome, the oldest first. */
    public List<PendingDecision> pending() {
        return List.copyOf(byTicket.values());
    }

    /** Returns whether a request has no outcome yet. */
    public boolean isPending(PendingDecision request) {
        return byTicket.get(request.ticket.number()) == request;
    }

    /** Takes no more updates: the world is gone. */
    public void close() {
        closed = true;
        inbox.clear();
        counters.pendingUpdates = 0;
    }

    /** Takes an update from the broker; {@link DecisionApplySystem} applies it. */
    public void receive(Update<PlanPart> update) {
        if (closed) {
            return;
        }
        if (update instanceof Update.Started<PlanPart>) {
            PendingDecision request = byTicket(update.ticket());
            if (request != null) {
                request.begin(); // at once: from now on nothing takes its place
            }
        }
        inbox.computeIfAbsent(update.ticket().number(), ticket -> new ArrayDeque<>())
                .add(update);
        counters.pendingUpdates++;
    }

    /** Returns the pending request of the agent with that id; null if there is none. */
    public @Nullable PendingDecision pendingOf(int agent) {
        return byAgent.safeGet(agent);
    }

    /** Returns the counts of requests, answers and steps. */
    public MindCounters counters() {
        return counters;
    }

    /** The agents that the scheduler is to look at. */
    public DirtyAgents dirtyAgents() {
        return dirtyAgents;
    }

    /** Whether there is room for more updates: what comes is bounded by what a tick applies. */
    public boolean mayReceive() {
        return counters.pendingUpdates < DecisionApplySystem.UPDATES_PER_TICK;
    }

    /** The next update in order of ticket, or null. */
    @Nullable
    public Update<PlanPart> next() {
        if (inbox.isEmpty()) {
            return null;
        }
        Deque<Update<PlanPart>> oldest = inbox.firstEntry().getValue();
        Update<PlanPart> update = oldest.removeFirst();
        if (oldest.isEmpty()) {
            inbox.pollFirstEntry();
        }
        counters.pendingUpdates--;
        return update;
    }

    @Nullable
    public PendingDecision byTicket(Ticket ticket) {
        return byTicket.get(ticket.number());
    }

    /** Forgets a request that has its outcome. */
    public void end(PendingDecision request) {
        byTicket.remove(request.ticket.number());
        counters.pendingRequests = byTicket.size();
        dirtyAgents.mark(request.agent);
        if (byAgent.safeGet(request.agent) == request) {
            byAgent.set(request.agent, null);
        }
    }
}
