/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.TimerQueue;
import dev.triune.llm.time.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests in: finds a place for each newcomer, or says why there is none. Owner only.
 */
final class Admission {
    private static final Duration LEAST_HINT = Duration.ofSeconds(1);

    private final Games games;
    private final Agents agents;
    private final QuotaSessions quotas;
    private final Queues queues;
    private final Placement placement;
    private final OpenRequests open;
    private final Calls calls;
    private final Figures figures;
    private final TimerQueue timers;
    private final Inbox inbox;
    private final Ticker ticker;

    Admission(Parts parts) {
        this.games = parts.games;
        this.agents = parts.agents;
        this.quotas = parts.quotas;
        this.queues = parts.queues;
        this.placement = parts.placement;
        this.open = parts.open;
        this.calls = parts.calls;
        this.figures = parts.figures;
        this.timers = parts.timers;
        this.inbox = parts.inbox;
        this.ticker = parts.ticker;
    }

    /** Places a request that was just opened, or ends it with the next turn of work. */
    void admit(Pending<?> pending) {
        long now = ticker.nanos();
        ProviderSlot slot = pending.stop.slot();
        pending.queueLength = slot.queued();
        Outcome refusal = refusal(pending, now);
        if (refusal != null) {
            open.endLater(pending, refusal);
            return;
        }
        Pending<?> live = agents.liveOf(pending);
        agents.begins(pending); // before callbacks can submit for the same agent
        if (live != null) {
            end(live, new Outcome.Superseded());
        }
        if (queues.full(slot)) {
            Pending<?> pushedOut = queues.placeFor(pending, slot, now);
            if (pushedOut != null) {
                end(pushedOut, rejected(Outcome.RejectReason.PUSHED_OUT, roomAfter()));
            }
        }
        games.asked(pending, now);
        if (open.isOver(pending)) {
            return; // a callback of an end above ended this one too
        }
        watch(pending, now);
        placement.place(pending, pending.stop);
    }

    /** Why a newcomer cannot be taken; null if it can. Its game is there from now on, either way. */
    private @Nullable Outcome refusal(Pending<?> pending, long now) {
        if (!games.sign(pending.request.session(), now)) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, roomAfter());
        }
        figures.joined(pending.request.session());
        Duration cooldown = games.cooldown(pending, now);
        if (!cooldown.isZero()) {
            return rejected(Outcome.RejectReason.GAME_COOLDOWN, cooldown);
        }
        Pending<?> live = agents.liveOf(pending);
        if (live != null && !supersedes(pending, live)) {
            return rejected(Outcome.RejectReason.AGENT_BUSY, roomAfter());
        }
        ProviderSlot slot = pending.stop.slot();
        boolean takesItsPlace = live != null && live.flight == null && live.stop.slot() == slot;
        if (queues.full(slot) && !takesItsPlace && queues.placeFor(pending, slot, now) == null) {
            return rejected(Outcome.RejectReason.QUEUE_FULL, roomAfter());
        }
        return null;
    }

    private static boolean supersedes(Pending<?> newcomer, Pending<?> live) {
        boolean moreUrgent = newcomer.request.priority().compareTo(live.request.priority()) > 0;
        return moreUrgent && (live.flight == null || newcomer.request.interrupting());
    }

    /** Deadlines, the patience of a session under a quota, and the caller's own token. */
    private void watch(Pending<?> pending, long now) {
        pending.request
                .usefulFor()
                .ifPresent(time -> pending.cancelAtEnd(timers.at(
                        now + time.toNanos(), () -> endIfWaiting(pending, new Outcome.Expired()))));
        if (quotas.governs(pending.request.session())) {
            Timers.Timer patience = timers.at(
                    now + quotas.mode().maxWait().toNanos(),
                    () -> endIfWaiting(
                            pending, rejected(Outcome.RejectReason.QUEUE_TIMEOUT, LEAST_HINT)));
            pending.cancelAtEnd(patience);
        }
        pending.request
                .cancelToken()
                .ifPresent(token -> pending.atEnd.add(
                        token.watch(() -> inbox.putEnd(new Arrival.Withdrawn(pending)))));
    }

    private void endIfWaiting(Pending<?> pending, Outcome outcome) {
        if (pending.flight == null) {
            open.end(pending, outcome);
        }
    }

    /** Ends a request wherever it is; its outcome is delivered with the next turn of work. */
    void end(Pending<?> pending, Outcome outcome) {
        if (pending.flight != null) {
            calls.land(pending.flight, Landing.STOPPED, Usage.NONE);
        }
        open.endLater(pending, outcome);
    }

    /** Cancels a request wherever it is. */
    void cancel(Pending<?> pending) {
        end(pending, new Outcome.Cancelled(pending.calls == 0));
    }

    private static Outcome rejected(Outcome.RejectReason reason, Duration retryAfter) {
        return new Outcome.Rejected(reason, retryAfter);
    }

    /** A hint of when a full queue has room: the mean wait, a second at the least. */
    private Duration roomAfter() {
        Duration mean = figures.meanWait();
        return mean.compareTo(LEAST_HINT) < 0 ? LEAST_HINT : mean;
    }
}
