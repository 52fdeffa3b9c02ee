/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.Bag;
import dev.triune.AgentInspection.Dropped;
import dev.triune.AnswerStatus;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.RefusedStep;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.habit.Habit;
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

    /** Sets the clock of the world. */
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

    /** Forgets an agent that is gone. */
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

    private void note(int agent, Consumer<AgentRecord> event) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            event.accept(kept);
        }
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        long now = tick.getAsLong();
        note(agent, kept -> kept.requested(layer, now, urgency, reason, ticket.number()));
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        note(agent, kept -> kept.ended(layer, ticket.number(), outcome));
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        note(agent, kept -> kept.answered(end));
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        note(agent, kept -> kept.thought = text);
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        note(agent, kept -> kept.count("queued", 1));
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        note(agent, kept -> kept.count("repaired", 1));
    }

    @Override
    public void stepRefused(int agent, Layer layer, RefusedStep step) {
        note(agent, kept -> kept.count("refused", 1));
        drop(agent, step.type(), step.reason());
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        note(agent, kept -> kept.count("routine", steps));
    }

    @Override
    public void habitUsed(int agent, Habit habit, List<Step> steps) {
        note(agent, kept -> {
            kept.count("queued", steps.size());
            kept.count("habit", steps.size());
        });
    }

    @Override
    public void stepDone(int agent, Step step) {
        note(agent, kept -> kept.count("done", 1));
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        note(agent, kept -> kept.count("failed", 1));
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

    private void drop(int agent, String what, String reason) {
        note(agent, kept -> kept.drop(new Dropped(tick.getAsLong(), what, reason)));
    }
}
