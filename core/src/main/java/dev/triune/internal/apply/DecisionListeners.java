/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.AnswerStatus;
import dev.triune.DecisionListener;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.Objects;

/**
 * Tells two listeners of everything, one after the other. Game thread only.
 *
 * @param first is told first
 * @param second is told afterwards
 */
public record DecisionListeners(DecisionListener first, DecisionListener second)
        implements DecisionListener {
    public DecisionListeners {
        Objects.requireNonNull(first);
        Objects.requireNonNull(second);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        first.stepQueued(agent, layer, ticket, step, place);
        second.stepQueued(agent, layer, ticket, step, place);
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        first.requestSubmitted(agent, layer, ticket, urgency, reason);
        second.requestSubmitted(agent, layer, ticket, urgency, reason);
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String mended) {
        first.stepRepaired(agent, layer, step, mended);
        second.stepRepaired(agent, layer, step, mended);
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        first.fallbackQueued(agent, steps);
        second.fallbackQueued(agent, steps);
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        first.answerEnded(agent, layer, ticket, end);
        second.answerEnded(agent, layer, ticket, end);
    }

    @Override
    public void unknownKey(int agent, Layer layer, String key) {
        first.unknownKey(agent, layer, key);
        second.unknownKey(agent, layer, key);
    }

    @Override
    public void stepRefused(int agent, Layer layer, String type, String reason) {
        first.stepRefused(agent, layer, type, reason);
        second.stepRefused(agent, layer, type, reason);
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        first.spoke(agent, layer, text);
        second.spoke(agent, layer, text);
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        first.thought(agent, layer, text);
        second.thought(agent, layer, text);
    }

    @Override
    public void goalSet(int agent, String description) {
        first.goalSet(agent, description);
        second.goalSet(agent, description);
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        first.requestEnded(agent, layer, ticket, outcome);
        second.requestEnded(agent, layer, ticket, outcome);
    }
}
