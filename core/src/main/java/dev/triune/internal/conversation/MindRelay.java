/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import org.jspecify.annotations.Nullable;

/** Passes on what conversations need of the events of minds, once there is a world. */
public final class MindRelay implements MindListener {
    private @Nullable MindListener target;

    /** Creates a relay that drops everything until it has a target. */
    public MindRelay() {}

    /** Passes events on from now on. */
    public void to(MindListener listener) {
        target = listener;
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        if (target != null) {
            target.requestSubmitted(agent, layer, ticket, urgency, reason);
        }
    }

    @Override
    public void speaking(int agent, Layer layer, Ticket ticket, String piece) {
        if (target != null) {
            target.speaking(agent, layer, ticket, piece);
        }
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        if (target != null) {
            target.spoke(agent, layer, text);
        }
    }

    @Override
    public void addressed(int agent, Layer layer, String to) {
        if (target != null) {
            target.addressed(agent, layer, to);
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        if (target != null) {
            target.stepQueued(agent, layer, ticket, step, place);
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        if (target != null) {
            target.requestEnded(agent, layer, ticket, outcome);
        }
    }
}
