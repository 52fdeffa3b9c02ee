/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.policy.limit.Cooldown;
import dev.triune.llm.policy.route.Fallback;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.queue.Ageing;
import dev.triune.llm.queue.Permits;
import dev.triune.llm.queue.PriorityLanes;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A provider with its queue, permits and cooldown. Owner only. */
final class ProviderSlot {
    final ProviderSettings settings;
    final Provider provider;
    final Permits permits;
    final Cooldown cooldown;
    private final PriorityLanes<Pending<?>> lanes;

    ProviderSlot(
            ProviderSettings settings, Provider provider, Ageing ageing, RandomGenerator random) {
        this.settings = settings;
        this.provider = provider;
        this.permits = new Permits(settings.permits());
        this.cooldown = new Cooldown(random);
        this.lanes = new PriorityLanes<>(ageing);
    }

    String name() {
        return settings.name();
    }

    boolean full() {
        return lanes.size() >= settings.queueLimit();
    }

    int waiting() {
        return lanes.size();
    }

    /** Whether a call may be sent now. */
    boolean open(long now) {
        return permits.free() > 0 && cooldown.over(now);
    }

    /** Queues a request here, in the place that its ticket gives it. */
    void enqueue(Pending<?> pending) {
        pending.slot = this;
        pending.waiting = lanes.add(
                pending, pending.request.priority(), pending.ticket.number(), pending.since);
    }

    /** Takes the next request to serve, or null. */
    @Nullable
    Pending<?> poll(long now) {
        Pending<?> pending = lanes.poll(now);
        if (pending != null) {
            pending.waiting = null;
        }
        return pending;
    }

    /** The next request to serve, or null. */
    @Nullable
    Pending<?> peek(long now) {
        return lanes.peek(now);
    }

    /** Takes a request out of the queue. */
    void remove(Pending<?> pending) {
        if (pending.waiting != null) {
            lanes.remove(pending.waiting);
            pending.waiting = null;
        }
    }

    /** How a decision about that request sees this provider. */
    Fallback.Candidate asCandidate(Pending<?> pending, long now) {
        boolean comesFromHere = pending.slot == this;
        return new Fallback.Candidate(
                pending.tried.contains(this), full() && !comesFromHere, cooldown.left(now));
    }

    ProviderStats stats(long now) {
        return new ProviderStats(
                name(), waiting(), permits.taken(), permits.total(), cooldown.left(now));
    }
}
