/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.utils.Bag;
import dev.triune.AgentInspection.Dropped;
import dev.triune.AnswerStatus;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records what is asked and answered for the agents that a game inspects, and nothing for others.
 * Game thread only.
 */
public final class MindRecorder implements MindListener {
    private final Bag<AgentRecord> records = new Bag<>(AgentRecord.class);
    private LongSupplier tick = () -> 0;
    private boolean all;

    /** Sets the clock of the world. */
    public void clock(GameClock clock) {
        tick = clock::tick;
    }

    /** Records every agent from now on, or forgets all. */
    public void recordAll(boolean value) {
        all = value;
        if (!value) {
            records.clear();
        }
    }

    /** Records an agent from now on, or forgets it. */
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

    /** Returns what is kept of an agent; null if it is not recorded. */
    public @Nullable AgentRecord of(int agent) {
        AgentRecord found = records.safeGet(agent);
        if (found == null && all) {
            found = new AgentRecord();
            records.set(agent, found);
        }
        return found;
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            kept.requested(layer, tick.getAsLong(), urgency, reason, ticket.number());
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            String model = outcome instanceof Outcome.Finished finished ? finished.model() : "";
            String end = outcome.kind().name().toLowerCase(Locale.ROOT);
            String code = outcome.canonicalCode();
            boolean more = !code.isEmpty() && !code.startsWith(end);
            kept.ended(
                    layer,
                    ticket.number(),
                    model,
                    more ? end + " (" + code + ")" : end,
                    outcome.usage());
        }
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            kept.answered(end);
        }
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            kept.thought = text;
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        count(agent, "queued", 1);
    }

    @Override
    public void stepRepaired(int agent, Layer layer, Step step, String correction) {
        count(agent, "repaired", 1);
    }

    @Override
    public void stepRefused(int agent, Layer layer, String type, String reason) {
        count(agent, "refused", 1);
        drop(agent, type, reason);
    }

    @Override
    public void fallbackQueued(int agent, int steps) {
        count(agent, "routine", steps);
    }

    @Override
    public void stepDone(int agent, Step step) {
        count(agent, "done", 1);
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        count(agent, "failed", 1);
        drop(agent, step, reason);
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        drop(agent, step, "the game removed it");
    }

    @Override
    public void planDropped(int agent, int steps, String reason) {
        drop(agent, "the rest of the plan (" + steps + ")", reason);
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        drop(agent, "the next plan (" + steps + ")", reason);
    }

    private void count(int agent, String what, long number) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            kept.step(what, number);
        }
    }

    private void drop(int agent, Object what, String reason) {
        AgentRecord kept = of(agent);
        if (kept != null) {
            kept.drop(new Dropped(tick.getAsLong(), what.toString(), reason));
        }
    }
}
