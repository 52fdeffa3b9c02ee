/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Timers;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request from its submission to its outcome: waiting, in flight or ended. Owner only. */
final class PendingRequest<T> {
    final Ticket ticket;
    final Request<T> request;
    final Consumer<? super Update<T>> updates;
    final long submittedAt;
    final List<RouteTarget> chain;
    RouteTarget target;

    @Nullable
    WaitQueue queue;

    PriorityLanes.@Nullable QueuedItem<PendingRequest<?>> queuedItem;
    boolean parked; // whether it waits outside of queues: deferred, or for its session
    boolean blocked; // whether it waits aside, as a breaker blocks its model
    boolean blockedWaitLimited;

    @Nullable
    InFlightCall<T> inFlightCall;

    /** The keys that rate limited it in this round, each for the models that share its limits. */
    final List<KeyRateLimiter> refusedBy = new ArrayList<>();

    /** The targets that failed, other than by a rate limit. */
    final List<RouteTarget> failedAt = new ArrayList<>();

    final List<Runnable> atEnd = new ArrayList<>();
    int round;
    int calls;
    int forms; // the number of calls in another form
    int reconnects; // the number of calls after broken connections
    int delivered;
    int promptLength; // the length of the last rendered prompt; 0 before
    int queueLength;
    long firstCallAt;
    int maxTokens;
    boolean trimmed;
    Duration latency = Duration.ZERO;
    Usage usage = Usage.NONE;

    PendingRequest(
            Ticket ticket,
            Request<T> request,
            Consumer<? super Update<T>> updates,
            long since,
            List<RouteTarget> chain) {
        this.ticket = ticket;
        this.request = request;
        this.updates = updates;
        this.submittedAt = since;
        this.chain = chain;
        this.target = chain.get(0);
    }

    /** Returns the number of calls, without those that only tried another form. */
    int tries() {
        return calls - forms;
    }

    void cancelAtEnd(Timers.Timer timer) {
        atEnd.add(timer::cancel);
    }

    boolean isStale(long now) {
        return request.usefulFor()
                .map(time -> now - submittedAt >= time.toNanos())
                .orElse(false);
    }

    Telemetry telemetry(Outcome outcome, long now) {
        return new Telemetry(
                target.model(),
                queueLength,
                Duration.ofNanos((calls > 0 ? firstCallAt : now) - submittedAt),
                calls > 0 ? maxTokens : 0,
                latency,
                usage,
                calls > 0 && trimmed,
                outcome.canonicalCode());
    }
}
