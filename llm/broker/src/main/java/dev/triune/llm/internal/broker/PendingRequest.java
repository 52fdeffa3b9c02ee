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

/**
 * A request from its submission to its outcome: waiting, in flight or ended. Each of its parts is
 * written by one class, and read by others. Owner only.
 */
final class PendingRequest<T> {
    final Ticket ticket;
    final Request<T> request;
    final Consumer<? super Update<T>> updates;
    final long submittedAt;

    /** The targets that may serve it, in the order to try them. */
    final List<RouteTarget> chain;

    final Place place;
    final Rendering rendering = new Rendering();
    final Calls calls = new Calls();
    final Tries tries = new Tries();

    /** Actions for its end, such as cancelling its timers. */
    final List<Runnable> atEnd = new ArrayList<>();

    /** The number of requests that waited at its submission; set at its admission. */
    int queueLength;

    boolean blockedWaitLimited; // set at admission
    int delivered; // the number of delivered parts

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
        this.place = new Place(chain.get(0));
    }

    RouteTarget target() {
        return place.target;
    }

    boolean isInFlight() {
        return calls.current != null;
    }

    /** Returns the number of calls, without other forms and servers that were not ready. */
    int numberOfTries() {
        return calls.count - tries.forms - tries.notReady;
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
        boolean called = calls.count > 0;
        return new Telemetry(
                target().model(),
                queueLength,
                Duration.ofNanos((called ? calls.firstAt : now) - submittedAt),
                called ? rendering.maxTokens : 0,
                calls.latency,
                calls.usage,
                called && rendering.trimmed,
                outcome.canonicalCode());
    }

    /**
     * The place where a request waits, or last waited. Written by {@link RequestQueues} and their
     * queues.
     */
    static final class Place {
        RouteTarget target;

        @Nullable
        WaitQueue queue;

        PriorityLanes.@Nullable QueuedItem<PendingRequest<?>> queuedItem;
        boolean parked; // whether it waits outside of queues: deferred, or for its tenant's turn
        boolean blocked; // whether it waits aside, as a breaker blocks its model

        Place(RouteTarget target) {
            this.target = target;
        }
    }

    /** What became of its prompt. Written by {@link CallFactory}. */
    static final class Rendering {
        int promptLength; // of the last rendered prompt; 0 if it is not written
        int maxTokens;
        boolean trimmed;
    }

    /** The calls of a request so far. Written by {@link InFlightCalls}. */
    static final class Calls {
        @Nullable
        InFlightCall<?> current;

        int count;
        long firstAt;
        Duration latency = Duration.ZERO;
        Usage usage = Usage.NONE;
    }

    /** What failed so far. Written by {@link Failover}. */
    static final class Tries {
        /** The keys that rate limited it in this round, each for models that share its limits. */
        final List<KeyRateLimiter> refusedBy = new ArrayList<>();

        /** The targets that failed, other than by a rate limit. */
        final List<RouteTarget> failedAt = new ArrayList<>();

        int round;
        int forms; // the number of calls in another form
        int notReady; // the number of calls to servers that were not ready
        int reconnects; // the number of calls after broken connections
    }
}
