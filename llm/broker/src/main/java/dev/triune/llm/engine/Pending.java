/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.queue.PriorityLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request from submit to outcome. It is queued (then {@link #waiting} is set), or in flight
 * (then {@link #flight} is set), or over. Owner only.
 */
final class Pending<T> {
    final Ticket ticket;
    final Request<T> request;
    final Consumer<? super Update<T>> updates;
    final long since;
    final List<ProviderSlot> chain;

    /** Where it is queued or in flight. */
    ProviderSlot slot;

    PriorityLanes.@Nullable Waiting<Pending<?>> waiting;

    @Nullable
    Flight<T> flight;

    /** The providers that it came back from in this round. */
    final List<ProviderSlot> tried = new ArrayList<>();

    int round;
    int calls;
    int delivered;

    Pending(
            Ticket ticket,
            Request<T> request,
            Consumer<? super Update<T>> updates,
            long since,
            List<ProviderSlot> chain) {
        this.ticket = ticket;
        this.request = request;
        this.updates = updates;
        this.since = since;
        this.chain = chain;
        this.slot = chain.get(0);
    }

    /** The model to ask at its present provider: its own choice only at the first one. */
    String model() {
        boolean own = slot == chain.get(0) && !request.model().isEmpty();
        return own ? request.model() : slot.settings.model();
    }
}
