/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.ConversationListener.ConversationEffect;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Notifies several listeners in order; logs their exceptions. The events of an operation are
 * delivered when it is over, because listeners may change everything. The events of what a listener
 * does itself follow in the next tick, so that listeners cannot hold up a tick. Game thread only.
 */
final class ListenerFanOut implements ConversationListener {
    /** The maximum number of events that wait for the next tick. */
    private static final int MAX_WAITING = 1_024;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean notifying;
    private boolean held;
    private boolean late;
    private final GameFaults faults = new GameFaults(ConversationListener.class);
    private final List<ConversationListener> listeners;

    ListenerFanOut(World world, List<ConversationListener> listeners) {
        this.listeners = List.copyOf(listeners);
        faults.join(world);
    }

    /** Throws the Error that game code of this world has thrown since the last call, if any. */
    void rethrow() {
        faults.rethrow();
    }

    /** Holds events back until {@link #release}; false if they are held back already. */
    boolean hold() {
        boolean first = !held;
        if (first) {
            held = true;
            late = notifying || !waiting.isEmpty();
        }
        return first;
    }

    /** Delivers the events since {@link #hold}, unless earlier ones wait for the next tick. */
    void release() {
        held = false;
        if (!late) {
            deliverWaiting();
        }
    }

    /** Delivers the events that wait, but not those that this causes. */
    void deliverWaiting() {
        for (int left = waiting.size(); left > 0; left--) {
            deliver(waiting.remove());
        }
    }

    /** Acts once all events so far are delivered, usually at once. */
    void afterEvents(Runnable action) {
        if (!held && !notifying && waiting.isEmpty()) {
            deliver(action);
        } else {
            waiting.add(action);
        }
    }

    private void deliver(Runnable event) {
        notifying = true;
        try {
            event.run();
        } finally {
            notifying = false;
        }
    }

    private void notifyAll(int agent, Consumer<ConversationListener> event) {
        if (waiting.size() < MAX_WAITING) {
            afterEvents(() -> notifyEach(agent, event));
        } else {
            String fault =
                    "caused more than " + MAX_WAITING + " events in a tick by their own calls";
            faults.reportFault("conversation listeners", fault, agent, null);
        }
    }

    private void notifyEach(int agent, Consumer<ConversationListener> event) {
        for (ConversationListener listener : listeners) {
            faults.run("conversation listener", listener, agent, () -> event.accept(listener));
        }
    }

    @Override
    public void began(Transcript conversation) {
        notifyAll(first(conversation.agents), listener -> listener.began(conversation));
    }

    @Override
    public void firstContact(String player, int agent) {
        notifyAll(agent, listener -> listener.firstContact(player, agent));
    }

    @Override
    public void thinking(int agent) {
        notifyAll(agent, listener -> listener.thinking(agent));
    }

    @Override
    public void filler(int agent, String text) {
        notifyAll(agent, listener -> listener.filler(agent, text));
    }

    @Override
    public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
        notifyAll(agent, listener -> listener.speaking(agent, line, text, sentenceEnd));
    }

    @Override
    public void spoke(int agent, Utterance line) {
        notifyAll(agent, listener -> listener.spoke(agent, line));
    }

    @Override
    public void effect(ConversationEffect effect) {
        notifyAll(-1, listener -> listener.effect(effect));
    }

    @Override
    public void ended(IntBag agents, String reason) {
        notifyAll(first(agents), listener -> listener.ended(agents, reason));
    }

    private static int first(IntBag agents) {
        return agents.isEmpty() ? -1 : agents.get(0);
    }
}
