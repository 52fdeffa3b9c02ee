/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.List;
import java.util.function.Consumer;

/** Notifies listeners in order, whatever they throw. Game thread only. */
public final class MindListeners implements MindListener {
    private final GameFaults faults;
    private final List<MindListener> listeners;

    public MindListeners(List<MindListener> listeners, GameFaults faults) {
        this.faults = faults;
        this.listeners = List.copyOf(listeners);
    }

    private void notifyListeners(int agent, Consumer<MindListener> event) {
        for (int i = 0; i < listeners.size(); i++) {
            try {
                event.accept(listeners.get(i));
            } catch (Throwable e) {
                faults.report("listener", listeners.get(i), agent, e);
            }
        }
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        notifyListeners(
                agent,
                listener -> listener.requestSubmitted(agent, layer, ticket, urgency, reason));
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        notifyListeners(agent, listener -> listener.requestEnded(agent, layer, ticket, outcome));
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        notifyListeners(agent, listener -> listener.answerEnded(agent, layer, ticket, end));
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        notifyListeners(agent, listener -> listener.spoke(agent, layer, text));
    }

    @Override
    public void spokeWithoutModel(int agent, String text) {
        notifyListeners(agent, listener -> listener.spokeWithoutModel(agent, text));
    }

    @Override
    public void addressed(int agent, Layer layer, String to) {
        notifyListeners(agent, listener -> listener.addressed(agent, layer, to));
    }

    @Override
    public void speaking(int agent, Layer layer, Ticket ticket, String piece) {
        notifyListeners(agent, listener -> listener.speaking(agent, layer, ticket, piece));
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        notifyListeners(agent, listener -> listener.thought(agent, layer, text));
    }

    @Override
    public void goalSet(int agent, String description) {
        notifyListeners(agent, listener -> listener.goalSet(agent, description));
    }

    @Override
    public void promised(int agent, Layer layer, Ticket ticket, String later) {
        notifyListeners(agent, listener -> listener.promised(agent, layer, ticket, later));
    }

    @Override
    public void endedTalk(int agent, Layer layer) {
        notifyListeners(agent, listener -> listener.endedTalk(agent, layer));
    }

    @Override
    public void wordsDropped(int agent, Layer layer, Ticket ticket, boolean last) {
        notifyListeners(agent, listener -> listener.wordsDropped(agent, layer, ticket, last));
    }

    @Override
    public void unknownKey(int agent, Layer layer, String key) {
        notifyListeners(agent, listener -> listener.unknownKey(agent, layer, key));
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        notifyListeners(agent, listener -> listener.stepQueued(agent, layer, ticket, step, place));
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        notifyListeners(agent, listener -> listener.stepRepaired(agent, layer, step, correction));
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        notifyListeners(agent, listener -> listener.stepRefused(agent, layer, step));
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        notifyListeners(agent, listener -> listener.fallbackQueued(agent, steps));
    }

    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        for (int i = 0; i < listeners.size(); i++) { // no lambda, no iterator: allocates nothing
            try {
                listeners.get(i).reflexStarted(agent, reflex, interrupted);
            } catch (Throwable e) {
                faults.report("listener", listeners.get(i), agent, e);
            }
        }
    }

    @Override
    public void reflexEnded(int agent, String behavior) {
        for (int i = 0; i < listeners.size(); i++) { // no lambda, no iterator: allocates nothing
            try {
                listeners.get(i).reflexEnded(agent, behavior);
            } catch (Throwable e) {
                faults.report("listener", listeners.get(i), agent, e);
            }
        }
    }

    @Override
    public void reflexDone(int agent, String behavior) {
        notifyListeners(agent, listener -> listener.reflexDone(agent, behavior));
    }

    @Override
    public void reflexFailed(int agent, String behavior, String reason) {
        notifyListeners(agent, listener -> listener.reflexFailed(agent, behavior, reason));
    }

    @Override
    public void stepStarted(int agent, Step step) {
        notifyListeners(agent, listener -> listener.stepStarted(agent, step));
    }

    @Override
    public void stepDone(int agent, Step step) {
        notifyListeners(agent, listener -> listener.stepDone(agent, step));
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        notifyListeners(agent, listener -> listener.stepFailed(agent, step, reason));
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        notifyListeners(agent, listener -> listener.stepRemoved(agent, step));
    }

    @Override
    public void stepBridged(int agent, Step step, int steps) {
        notifyListeners(agent, listener -> listener.stepBridged(agent, step, steps));
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        notifyListeners(agent, listener -> listener.planDropped(agent, steps, reason));
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        notifyListeners(agent, listener -> listener.nextPlanDropped(agent, steps, reason));
    }

    @Override
    public void planOrdered(int agent, String origin, List<Step> steps) {
        notifyListeners(agent, listener -> listener.planOrdered(agent, origin, steps));
    }

    @Override
    public void nextPlanStarted(int agent, int steps) {
        notifyListeners(agent, listener -> listener.nextPlanStarted(agent, steps));
    }

    @Override
    public void queueDone(int agent) {
        notifyListeners(agent, listener -> listener.queueDone(agent));
    }
}
