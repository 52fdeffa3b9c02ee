/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.apply.AnswerEnd;
import dev.triune.apply.DecisionListener;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.plan.Step;
import java.util.Objects;

/**
 * Tells two listeners of everything, one after the other. Game thread only.
 *
 * @param first is told first
 * @param second is told afterwards
 */
record BothDecisions(DecisionListener first, DecisionListener second) implements DecisionListener {
    BothDecisions {
        Objects.requireNonNull(first);
        Objects.requireNonNull(second);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        first.stepQueued(agent, layer, ticket, step, place);
        second.stepQueued(agent, layer, ticket, step, place);
    }

    @Override
    public void asked(int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        first.asked(agent, layer, ticket, urgency, reason);
        second.asked(agent, layer, ticket, urgency, reason);
    }

    @Override
    public void stepMended(int agent, Layer layer, Step step, String mended) {
        first.stepMended(agent, layer, step, mended);
        second.stepMended(agent, layer, step, mended);
    }

    @Override
    public void fellBack(int agent, int steps) {
        first.fellBack(agent, steps);
        second.fellBack(agent, steps);
    }

    @Override
    public void answered(int agent, Layer layer, Ticket ticket, AnswerEnd end) {
        first.answered(agent, layer, ticket, end);
        second.answered(agent, layer, ticket, end);
    }

    @Override
    public void unasked(int agent, Layer layer, String key) {
        first.unasked(agent, layer, key);
        second.unasked(agent, layer, key);
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
    public void aimed(int agent, String description) {
        first.aimed(agent, description);
        second.aimed(agent, description);
    }

    @Override
    public void ended(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        first.ended(agent, layer, ticket, outcome);
        second.ended(agent, layer, ticket, outcome);
    }
}
