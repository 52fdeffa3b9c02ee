/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.engine.ProviderSettings.Batching;
import dev.triune.llm.policy.quota.Quota;
import dev.triune.llm.policy.share.BatchPacker;
import dev.triune.llm.provider.Caller;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.time.Ticker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose turn it is and sends it: a permit is free, the breaker lets it through, a key may be
 * asked for that many tokens. The prompt is rendered then, not before. Owner only.
 */
final class Grants {
    private static final Logger LOG = Logger.getLogger(Grants.class.getName());

    /** How far down its queue a batch looks for requests that fit. */
    private static final int LOOK = 100;

    private final List<ProviderSlot> slots;
    private final Queues queues;
    private final Placement placement;
    private final OpenRequests open;
    private final Calls calls;
    private final Failover failover;
    private final QuotaSessions quotas;
    private final Agents agents;
    private final Estimates estimates;
    private final @Nullable CachedAnswers cache;
    private final Turn turn;
    private final Ticker ticker;
    private int firstServed;

    Grants(Parts parts) {
        this.slots = parts.slots;
        this.queues = parts.queues;
        this.placement = parts.placement;
        this.open = parts.open;
        this.calls = parts.calls;
        this.failover = parts.failover;
        this.quotas = parts.quotas;
        this.agents = parts.agents;
        this.estimates = parts.estimates;
        this.cache = parts.cache;
        this.turn = parts.turn;
        this.ticker = parts.ticker;
    }

    /** Serves the providers in turn, each turn of work beginning with another one. */
    int grant(int limit) {
        int done = 0;
        int count = slots.size();
        int first = firstServed;
        firstServed = (first + 1) % count;
        for (int i = 0; i < count && done < limit; i++) {
            ProviderSlot slot = slots.get((first + i) % slots.size());
            if (slot.queued() > 0) {
                done += singles(slot, limit - done);
                Batching batching = slot.settings.batching().orElse(null);
                done += batching == null ? 0 : batch(slot, batching, limit - done);
            }
        }
        return done;
    }

    private int singles(ProviderSlot slot, int limit) {
        int done = 0;
        while (done < limit) {
            Pending<?> lost = unserved(slot);
            if (lost != null) {
                sendOn(lost);
            } else {
                Grant grant = next(slot, ticker.nanos());
                if (grant == null) {
                    break;
                }
                Flight<?> flight = pay(prepare(grant.pending(), grant));
                if (flight != null) {
                    calls.launch(flight);
                }
            }
            done++;
        }
        return done;
    }

    // ---- whose turn it is

    /** A request that its stop cannot serve, now or ever; null if there is none. */
    private @Nullable Pending<?> unserved(ProviderSlot slot) {
        long now = ticker.nanos();
        for (Room room : queues.roomsOf(slot)) {
            Pending<?> head = room.peek(now);
            if (head != null
                    && head.stop.slot() == slot
                    && !(head.stop.serves(head, now)
                            && head.stop.everFits(needs(head, head.stop)))) {
                return head;
            }
        }
        return null;
    }

    private void sendOn(Pending<?> lost) {
        queues.remove(lost);
        if (lost.stop.serves(lost, ticker.nanos())) {
            failover.tooLarge(lost);
        } else {
            failover.unserved(lost);
        }
    }

    /** Takes the next request out of its queue; null if none can be sent now. */
    private @Nullable Grant next(ProviderSlot slot, long now) {
        Grant first = null;
        for (Room room : queues.roomsOf(slot)) {
            Pending<?> head = room.peek(now);
            if (head != null && head.stop.slot() == slot) {
                Grant grant = sendable(head, slot, now);
                if (grant != null && (first == null || turn.before(head, first.pending(), now))) {
                    first = grant;
                }
            }
        }
        if (first == null) {
            return null;
        }
        queues.poll(first.pending(), now);
        if (!first.stop().equals(first.pending().stop)) {
            Stop from = first.pending().stop;
            first.pending().stop = first.stop();
            failover.tellFallback(first.pending(), from);
        }
        return first;
    }

    private @Nullable Grant sendable(Pending<?> head, ProviderSlot slot, long now) {
        Account account = slot.breaker.allows() ? ready(head, head.stop, now) : null;
        if (account == null) {
            return elsewhere(head, now);
        }
        boolean alone = slot.settings.batching().isEmpty();
        return alone && slot.open() ? new Grant(head, head.stop, account) : null;
    }

    /** While its provider's limits hold a request back, a fallback that is free now may take it. */
    private @Nullable Grant elsewhere(Pending<?> head, long now) {
        for (Stop stop : head.chain) {
            boolean free = !stop.equals(head.stop)
                    && !head.failedAt.contains(stop)
                    && stop.slot().open()
                    && head.request.cost() <= stop.slot().creditsLeft(now)
                    && (stop.slot() == head.stop.slot() || stop.slot().queued() == 0);
            Account account = free ? ready(head, stop, now) : null;
            if (account != null) {
                return new Grant(head, stop, account);
            }
        }
        return null;
    }

    private @Nullable Account ready(Pending<?> pending, Stop stop, long now) {
        return stop.ready(needs(pending, stop), now);
    }

    private long needs(Pending<?> pending, Stop stop) {
        return estimates.of(pending, stop, pending.request.maxTokens());
    }

    // ---- batches

    private int batch(ProviderSlot slot, Batching batching, int limit) {
        int most = Math.min(batching.most(), limit);
        Map<Account, List<Flight<?>>> byAccount = new LinkedHashMap<>();
        int done = 0;
        // one by one: each counts in the turns of the games, the budgets and the credits
        try {
            for (Grant next; done < most && (next = packed(slot)) != null; done++) {
                queues.remove(next.pending());
                Flight<?> flight = pay(prepare(next.pending(), next));
                if (flight != null) {
                    byAccount
                            .computeIfAbsent(next.account(), key -> new ArrayList<>())
                            .add(flight);
                }
            }
        } finally { // also those before a prompt that threw an error
            byAccount.forEach((account, flights) -> calls.launch(flights, account));
        }
        return done;
    }

    private @Nullable Grant packed(ProviderSlot slot) {
        long now = ticker.nanos();
        List<Pending<?>> waiting = new ArrayList<>();
        if (slot.open()) {
            for (Room room : queues.roomsOf(slot)) {
                waiting.addAll(room.inOrder(now, LOOK));
            }
        }
        waiting.removeIf(pending ->
                pending.stop.slot() != slot || ready(pending, pending.stop, now) == null);
        waiting.sort((one, other) -> turn.compare(one, other, now));
        List<Pending<?>> first = BatchPacker.pack(
                waiting, pending -> pending.request.cost(), slot.creditsLeft(now), 1);
        Pending<?> next = first.isEmpty() ? null : first.get(0);
        Account account = next == null ? null : ready(next, next.stop, now);
        return next == null || account == null ? null : new Grant(next, next.stop, account);
    }

    /** Takes the credits of a call that is to be launched. */
    private @Nullable Flight<?> pay(@Nullable Flight<?> flight) {
        if (flight == null || flight.landed) {
            return null; // a callback of its start ended it
        }
        flight.grant.stop().slot().pay(flight.pending.request.cost(), ticker.nanos());
        return flight;
    }

    // ---- sending

    /** Renders the prompt and begins the call; null if there is none to be made now. */
    private <T> @Nullable Flight<T> prepare(Pending<T> pending, Grant grant) {
        Prompt prompt = open.isOver(pending) ? null : render(pending);
        if (prompt == null) {
            return null;
        }
        if (agents.isDeferred(pending)) {
            placement.place(pending, grant.stop());
            return null;
        }
        pending.promptLength = Math.max(1, prompt.length());
        ModelCall call = call(pending, grant, prompt);
        if (cache != null && cache.answer(pending, call)) {
            return null;
        }
        long tokens = estimates.of(pending, grant.stop(), call.maxTokens());
        if (!grant.stop().everFits(tokens)) {
            failover.tooLarge(pending);
            return null;
        }
        if (!fits(grant, tokens)) { // the guess was too low: it keeps its place
            placement.place(pending, grant.stop());
            return null;
        }
        grant.stop().slot().turnAccount();
        return calls.open(pending, grant, call, tokens);
    }

    private boolean fits(Grant grant, long tokens) {
        Meter meter = grant.account().meter(grant.stop().model());
        return meter.fits(tokens, ticker.nanos());
    }

    /** The prompt; null if the request ended instead. */
    private @Nullable Prompt render(Pending<?> pending) {
        Optional<Prompt> prompt;
        try {
            prompt = Objects.requireNonNull(pending.request.prompt().render(), "prompt");
        } catch (RuntimeException e) {
            open.end(pending, promptFailed(e));
            return null;
        } catch (Error e) { // not ours to swallow, nor to lose a request by
            open.endLater(pending, promptFailed(e));
            throw e;
        }
        if (prompt.isEmpty() && !open.isOver(pending)) {
            open.end(pending, new Outcome.Cancelled(pending.calls == 0));
        }
        return open.isOver(pending) ? null : prompt.get();
    }

    private ModelCall call(Pending<?> pending, Grant grant, Prompt prompt) {
        int maxTokens = pending.request.maxTokens();
        Prompt sent = prompt;
        Quota quota = quotas.quotaOf(pending.request.session());
        if (quota != null) {
            sent = quotas.withRemaining(prompt, quota);
            long input = estimates.of(grant.stop().model()).promptOf(sent.length());
            Quota.Trim trim = quota.trim(maxTokens, input, quota.snapshot().weights());
            maxTokens = trim.maxTokens();
            pending.trimmed = trim.applied();
            if (trim.exhausted()) {
                LOG.log(
                        Level.WARNING,
                        "the quota of session " + pending.request.session()
                                + " is used up: its answers have " + maxTokens + " tokens");
            }
        }
        pending.maxTokens = maxTokens;
        return new ModelCall(
                grant.stop().model(),
                sent,
                pending.request.format(),
                maxTokens,
                pending.request.temperature(),
                pending.request.schema(),
                new Caller(
                        pending.request.agent(),
                        pending.request.priority(),
                        pending.request.cost()),
                pending.request.whole());
    }

    private static Outcome promptFailed(Throwable cause) {
        return new Outcome.Failed(
                FailureCode.PROMPT_FAILED,
                "the prompt source threw " + cause.getClass().getName(),
                false);
    }
}
