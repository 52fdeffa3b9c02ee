/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A call in flight, as its owner sees it; the provider writes to its {@link #answer}. */
final class InFlightCall<T> {
    private static final Logger LOG = Logger.getLogger(InFlightCall.class.getName());

    final PendingRequest<T> pending;
    final ModelCall call;
    final Assignment<T> assignment;
    final CallAccounts.Charge charge;
    final AnswerStream<T> answer;
    final long startedAt;

    /** The timeout, without waits for the owner. */
    final Duration timeLimit;

    /** How long the owner had been away at its start, in nanoseconds. */
    final long ownerAwayBefore;

    /** The time the provider's thread waited for the owner; shared by the calls of a batch. */
    Inbox.Delay inboxDelay;

    boolean started;
    boolean released; // once the permit is released, further events are dropped

    Timers.@Nullable Timer timeout;

    private Provider.@Nullable RunningCall runningCall;

    InFlightCall(
            Assignment<T> assignment,
            ModelCall call,
            CallAccounts.Charge charge,
            Duration timeLimit,
            long ownerAwayBefore,
            Inbox inbox,
            Ticker ticker,
            boolean keepText) {
        this.pending = assignment.pending();
        this.call = call;
        this.assignment = assignment;
        this.charge = charge;
        this.timeLimit = timeLimit;
        this.ownerAwayBefore = ownerAwayBefore;
        this.startedAt = ticker.nanos();
        this.inboxDelay = new Inbox.Delay(ticker);
        this.answer = new AnswerStream<>(this, inbox, ticker, keepText);
    }

    /** Sets the running call; cancels it at once if it has been abandoned meanwhile. */
    void onStarted(Provider.RunningCall running) {
        runningCall = running;
        if (released) {
            cancelCall();
        }
    }

    /** Returns the duration of the call so far, or until the arrival of its end. */
    Duration took() {
        return Duration.ofNanos(answer.endedAt() - startedAt);
    }

    /** Returns what it used; see {@link AnswerStream#used}. */
    Usage used(TokenEstimator estimator) {
        return answer.used(started, estimator);
    }

    /** Abandons it: a call that has not ended is cancelled at the provider. */
    void abandon() {
        released = true;
        if (timeout != null) {
            timeout.cancel();
        }
        answer.close();
        cancelCall();
    }

    private void cancelCall() {
        if (answer.hasEnded() || runningCall == null) {
            return;
        }
        try {
            runningCall.cancel();
        } catch (RuntimeException e) {
            LOG.warning("a provider failed to cancel a call: " + e.getClass().getName());
        }
    }
}
