/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.utils.IntBag;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationEffect;
import dev.triune.conversation.ConversationListener;
import dev.triune.internal.inject.GameFaults;
import java.util.List;
import java.util.function.Consumer;

/** Notifies several listeners in order; logs their exceptions. Game thread only. */
final class ListenerFanOut implements ConversationListener {
    private final GameFaults faults = new GameFaults(ConversationListener.class);
    private final List<ConversationListener> listeners;

    ListenerFanOut(List<ConversationListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    private void notifyAll(int agent, Consumer<ConversationListener> event) {
        for (ConversationListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Exception e) {
                faults.report("conversation listener", listener, agent, e);
            }
        }
    }

    @Override
    public void began(Transcript conversation) {
        notifyAll(first(conversation.agents), listener -> listener.began(conversation));
    }

    @Override
    public void thinking(int agent) {
        notifyAll(agent, listener -> listener.thinking(agent));
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
