/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures the latency of answers from the call until the first step of a plan is queued, and until
 * the whole answer has arrived. Both figures cover the same answers. Game thread only.
 */
public final class LatencyMetrics implements BrokerListener {
    private final Ticker ticker;
    private final Map<Long, Call> calls = new HashMap<>();
    private final Histogram firstStep = new Histogram();
    private final Histogram fullAnswer = new Histogram();

    /** Creates metrics with a clock. */
    public LatencyMetrics(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        calls.put(ticket.number(), new Call(ticker.nanos()));
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        Call call = calls.get(ticket.number());
        if (call != null) {
            call.wholeAfter = ticker.nanos() - call.startedAt;
        }
    }

    /** Records that the first step of an answer was queued. */
    void firstStepQueued(Ticket ticket) {
        Call call = calls.get(ticket.number());
        if (call != null) {
            call.firstStepAfter = ticker.nanos() - call.startedAt;
        }
    }

    /** Records that an answer was applied, which completes its measurement. */
    void answerApplied(Ticket ticket, Outcome outcome) {
        Call call = calls.remove(ticket.number());
        if (call == null || call.firstStepAfter == 0) {
            return; // without a plan
        }
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            firstStep.add(call.firstStepAfter);
            fullAnswer.add(call.wholeAfter);
        }
    }

    /** Returns the times from the call to the first step. */
    public Histogram firstStep() {
        return firstStep;
    }

    /** Returns the times from the call to the end of the answer. */
    public Histogram fullAnswer() {
        return fullAnswer;
    }

    private static final class Call {
        final long startedAt;
        long firstStepAfter;
        long wholeAfter;

        Call(long startedAt) {
            this.startedAt = startedAt;
        }
    }
}
