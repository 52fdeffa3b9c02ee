/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.Bag;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.PlanSource;
import dev.triune.SpeechFilter;
import dev.triune.TurnSource;
import dev.triune.component.Mind;
import dev.triune.internal.check.WorldThread;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.prompt.PromptBuilder.PromptPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that the systems of a world share: pending requests, their updates, and counters. Game
 * thread only.
 */
public final class DecisionContext {
    /** The maximum number of updates that one tick applies; the rest waits for the next tick. */
    public static final int UPDATES_PER_TICK = 512;

    private final TreeMap<Long, PendingDecision> byTicket = new TreeMap<>();
    private final Bag<PendingDecision> byAgent = new Bag<>(PendingDecision.class);

    /** The plans that go on beside a later request of their agent, by agent. */
    private final Map<Integer, PendingDecision> beside = new HashMap<>();

    private final WaitingRequests waiting = new WaitingRequests();

    /** Updates to apply, by ticket, so that the oldest request comes first. */
    private final TreeMap<Long, Deque<Update<PlanPart>>> inbox = new TreeMap<>();

    private final List<PendingDecision> holding = new ArrayList<>(0);
    private final MindCounters counters = new MindCounters();
    private final DirtyAgents reacting = new DirtyAgents();
    private final DirtyAgents acting = new DirtyAgents();
    private final DirtyAgents dirtyAgents = new DirtyAgents(reacting, acting);
    private final MindRecorder recorder = new MindRecorder();
    private final WorldThread thread = new WorldThread();
    private final JournalKeeper journals = new JournalKeeper();
    private final List<PromptPart> promptParts = new ArrayList<>();
    private final GameFaults faults = new GameFaults(MindListener.class);
    private final MindListener listener;
    private long lastSerial;
    private String worldPrefix = "";
    private final List<PlanSource> plans = new ArrayList<>();
    private final List<TurnSource> turns = new ArrayList<>();
    private @Nullable SpeechFilter speech;
    private boolean closing;
    private boolean closed;
    private boolean hasPrefix;

    /** The serials of loaded agents that have not appeared yet. */
    private final Set<Long> returning = new HashSet<>();

    /**
     * Creates a context without pending requests; events go to the counters, then to the listeners.
     */
    public DecisionContext(MindListener... listeners) {
        this.listener = fanOut(listeners);
    }

    /**
     * Returns a listener that notifies the counters, the scheduler and then the given listeners.
     */
    public MindListener fanOut(MindListener... listeners) {
        List<MindListener> all = new ArrayList<>(
                List.of(counters, new SchedulerWakeups(dirtyAgents), recorder, journals));
        all.addAll(List.of(listeners));
        return new MindListeners(all, faults);
    }

    /** Returns what calls the listeners and sources of the world. */
    public GameFaults faults() {
        return faults;
    }

    /** Returns what makes plans without a model, in order. */
    public List<PlanSource> plans() {
        return plans;
    }

    /** Returns what settles talk without a model, in order. */
    public List<TurnSource> turns() {
        return turns;
    }

    /** Returns what decides what is heard of answers; null if all is. */
    public @Nullable SpeechFilter speech() {
        return speech;
    }

    /** Sets what decides what is heard of answers. */
    public void speech(@Nullable SpeechFilter filter) {
        speech = filter;
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return counters.stats(turns);
    }

    /** Returns the modules' shares of prompts, in order. */
    public List<PromptPart> promptParts() {
        return promptParts;
    }

    public MindRecorder recorder() {
        return recorder;
    }

    public JournalKeeper journals() {
        return journals;
    }

    public int pendingCount() {
        return byTicket.size();
    }

    /** Returns the pending requests that have not begun. */
    public WaitingRequests waiting() {
        return waiting;
    }

    /** Returns the thread that runs the world. */
    public WorldThread thread() {
        return thread;
    }

    public MindListener listener() {
        return listener;
    }

    /**
     * Returns the serial of a new agent: its own if it was loaded, otherwise one that is never
     * given again.
     */
    public long serialFor(long serial) {
        return returning.remove(serial) ? serial : ++lastSerial;
    }

    /** Returns the last serial that was given, 0 if none was. */
    public long lastSerial() {
        return lastSerial;
    }

    /**
     * Continues after a load: serials of the save are not given again; loaded agents keep theirs if
     * no serial was given here before.
     */
    public void resume(long last, long... serials) {
        boolean noAgentsYet = lastSerial == 0 && returning.isEmpty();
        lastSerial = Math.max(lastSerial, last);
        for (long serial : serials) {
            lastSerial = Math.max(lastSerial, serial);
            if (noAgentsYet && serial > 0) {
                returning.add(serial);
            }
        }
    }

    /** Whether agents were loaded that have not appeared yet. */
    public boolean awaitsLoadedAgents() {
        return !returning.isEmpty();
    }

    /** Begins to wait for a request, and tells listeners, after which it may have ended. */
    public void begin(PendingDecision request) {
        hasPrefix = true;
        byTicket.put(request.ticket.number(), request);
        byAgent.set(request.agent, request);
        waiting.add(request);
        counters.pendingRequests = byTicket.size();
        listener.requestSubmitted(
                request.agent, request.layer(), request.ticket, request.urgency, request.reason());
        request.beginTold = true;
        if (request.untoldEnd != null) {
            tellEnd(request, request.untoldEnd);
        }
    }

    /**
     * Returns the prefix that separates the agents of several worlds on one broker; empty for the
     * first.
     */
    public String worldPrefix(Broker broker) {
        if (!hasPrefix) { // fixed from the first request on
            long before = broker.stats().requests().submitted();
            worldPrefix = before == 0 ? "" : before + ".";
        }
        return worldPrefix;
    }

    /** Returns the requests without an outcome, the oldest first. */
    public List<PendingDecision> pending() {
        return List.copyOf(byTicket.values());
    }

    public boolean isPending(PendingDecision request) {
        return byTicket.get(request.ticket.number()) == request;
    }

    /** Takes no more requests: the world is about to be gone. */
    public void beginClose() {
        closing = true;
    }

    /** Whether requests are refused, because the world is gone or about to be. */
    public boolean isClosing() {
        return closing;
    }

    /** Holds an update of a request until the next tick. */
    public void hold(PendingDecision request, Update<PlanPart> update) {
        if (request.held.isEmpty() && !holding.contains(request)) {
            holding.add(request);
        }
        request.held.add(update);
    }

    /**
     * Returns an update together with the piece of the same line that waits to be judged, which is then
     * no longer held; otherwise the update itself.
     */
    public Update<PlanPart> withHeldPiece(PendingDecision request, Update<PlanPart> update) {
        if (!request.judging
                || request.held.size() != 1
                || !(request.held.peek() instanceof Update.Part<PlanPart> first)
                || !(first.value() instanceof PlanPart.SpokenPiece piece)
                || !(update instanceof Update.Part<PlanPart> next)) {
            return update;
        }
        if (next.value() instanceof PlanPart.SpokenText) {
            request.held.clear();
            return update; // which contains the piece
        }
        if (next.value() instanceof PlanPart.SpokenPiece more) {
            request.held.clear();
            String both = piece.delta() + more.delta();
            return new Update.Part<>(first.ticket(), new PlanPart.SpokenPiece(both));
        }
        return update;
    }

    /** Returns the requests with held updates, the first one first, which no longer count as such. */
    public List<PendingDecision> takeHeld() {
        if (holding.isEmpty()) {
            return List.of();
        }
        List<PendingDecision> taken = List.copyOf(holding);
        holding.clear();
        return taken;
    }

    /** Takes no more updates: the world is gone. */
    public void close() {
        closed = true;
        inbox.clear();
        counters.pendingUpdates = 0;
    }

    /** Takes an update from the broker; a later call of {@link #next} returns it. */
    public void receive(Update<PlanPart> update) {
        if (closed) {
            return;
        }
        if (update instanceof Update.Started<PlanPart> started) {
            PendingDecision request = byTicket(update.ticket());
            if (request != null) {
                waiting.remove(request);
                request.markGranted(
                        started.provider(),
                        started.model()); // at once: from now on it cannot be replaced
            }
        }
        inbox.computeIfAbsent(update.ticket().number(), ticket -> new ArrayDeque<>())
                .add(update);
        counters.pendingUpdates++;
    }

    /** Returns the pending request of an agent; null if there is none. */
    public @Nullable PendingDecision pendingOf(int agent) {
        return byAgent.safeGet(agent);
    }

    /** Returns the plan that goes on beside the pending request of an agent; null if none does. */
    public @Nullable PendingDecision besideOf(int agent) {
        return beside.isEmpty() ? null : beside.get(agent);
    }

    /** Returns the pending request of an agent, and what goes on beside it. */
    public List<PendingDecision> requestsOf(int agent) {
        PendingDecision request = pendingOf(agent);
        PendingDecision plan = besideOf(agent);
        if (request == null) {
            return plan == null ? List.of() : List.of(plan);
        }
        return plan == null ? List.of(request) : List.of(request, plan);
    }

    /** Lets the pending request of an agent go on beside the one that is about to {@link #begin}. */
    public void setAside(PendingDecision request) {
        request.beside = true;
        beside.put(request.agent, request);
    }

    /** Makes what went on beside a request that has ended the pending request of its agent again. */
    void resumeBeside(int agent, Mind mind) {
        PendingDecision plan = mind.ticket == 0 ? besideOf(agent) : null;
        if (plan != null && plan.serial == mind.serial) {
            forsake(plan);
            mind.ticket = plan.ticket.number();
            byAgent.set(agent, plan);
        }
    }

    /** Lets a request no longer go on beside another: unless it is the pending one, nobody waits for it. */
    public void forsake(PendingDecision request) {
        request.beside = false;
        beside.remove(request.agent, request);
    }

    public MindCounters counters() {
        return counters;
    }

    /** Returns the agents that the scheduler must examine. */
    public DirtyAgents dirtyAgents() {
        return dirtyAgents;
    }

    /** Returns the agents whose reflexes must be checked. */
    public DirtyAgents reacting() {
        return reacting;
    }

    /** Returns the agents whose behaviour must be carried on. */
    public DirtyAgents acting() {
        return acting;
    }

    /** Whether there is room for more updates; the limit is what one tick applies. */
    public boolean hasInboxCapacity() {
        return counters.pendingUpdates < UPDATES_PER_TICK;
    }

    /** Takes the next update in order of ticket; null if there is none. */
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

    /**
     * Tells listeners that the requests of an agent have ended, because it is about to leave: no
     * event follows afterwards.
     */
    public void tellEnds(int agent) {
        for (PendingDecision request : pending()) {
            if (request.agent == agent) {
                tellEnd(request, new Outcome.Cancelled(!request.granted()));
            }
        }
    }

    /**
     * Tells listeners that a request has ended, once; later, if one of them ends it while they are
     * told that it begins.
     */
    void tellEnd(PendingDecision request, Outcome outcome) {
        if (!request.beginTold) {
            request.untoldEnd = outcome;
        } else if (!request.endTold) {
            request.endTold = true;
            listener.requestEnded(request.agent, request.layer(), request.ticket, outcome);
        }
    }

    public void end(PendingDecision request) {
        byTicket.remove(request.ticket.number());
        waiting.remove(request);
        counters.pendingRequests = byTicket.size();
        dirtyAgents.mark(request.agent);
        beside.remove(request.agent, request);
        if (byAgent.safeGet(request.agent) == request) {
            byAgent.set(request.agent, null);
        }
    }
}
