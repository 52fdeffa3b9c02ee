/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.Bag;
import dev.triune.AgentInspection.Dropped;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Records the prompts and answers of inspected agents. Game thread only. */
public final class MindRecorder implements MindListener {
    private final Bag<AgentRecord> records = new Bag<>(AgentRecord.class);
    private LongSupplier tick = () -> 0;
    private boolean all;

    public void clock(GameClock clock) {
        tick = clock::tick;
    }

    /** Records every agent from now on, or stops and forgets all. */
    public void recordAll(boolean value) {
        all = value;
        if (!value) {
            records.clear();
        }
    }

    /** Records an agent from now on, or stops and forgets it. */
    public void record(int agent, boolean value) {
        if (!value) {
            forget(agent);
        } else if (records.safeGet(agent) == null) {
            records.set(agent, new AgentRecord());
        }
    }

    public void forget(int agent) {
        if (agent < records.getCapacity()) {
            records.set(agent, null);
        }
    }

    /** Returns the record of an agent; null if it is not recorded. */
    public @Nullable AgentRecord of(int agent) {
        AgentRecord found = records.safeGet(agent);
        if (found == null && all) {
            found = new AgentRecord();
            records.set(agent, found);
        }
        return found;
    }

    private void ifRecorded(int agent, Consumer<AgentRecord> event) {
        AgentRecord agentRecord = of(agent);
        if (agentRecord != null) {
            event.accept(agentRecord);
        }
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        long now = tick.getAsLong();
        ifRecorded(
                agent,
                agentRecord -> agentRecord.requested(layer, now, urgency, reason, ticket.number()));
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        ifRecorded(agent, agentRecord -> agentRecord.ended(layer, ticket.number(), outcome));
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        ifRecorded(agent, agentRecord -> agentRecord.answered(end));
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        ifRecorded(agent, agentRecord -> agentRecord.thought = text);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        ifRecorded(agent, agentRecord -> agentRecord.count("queued", 1));
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        ifRecorded(agent, agentRecord -> agentRecord.count("repaired", 1));
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        ifRecorded(agent, agentRecord -> agentRecord.count("refused", 1));
        drop(agent, step.type(), step.reason());
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        ifRecorded(agent, agentRecord -> agentRecord.count("routine", steps));
    }

    @Override
    public void planOrdered(int agent, String origin, List<Step> steps) {
        ifRecorded(agent, agentRecord -> {
            agentRecord.count("queued", steps.size());
            agentRecord.count("habit", steps.size());
        });
    }

    @Override
    public void stepDone(int agent, Step step) {
        ifRecorded(agent, agentRecord -> agentRecord.count("done", 1));
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        ifRecorded(agent, agentRecord -> agentRecord.count("failed", 1));
        drop(agent, step.toString(), reason);
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        drop(agent, step.toString(), "the game removed it");
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        drop(agent, "the rest of the plan (" + steps + ")", reason);
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        drop(agent, "the next plan (" + steps + ")", reason);
    }

    private void drop(int agent, String item, String reason) {
        ifRecorded(
                agent,
                agentRecord -> agentRecord.drop(new Dropped(tick.getAsLong(), item, reason)));
    }
}
