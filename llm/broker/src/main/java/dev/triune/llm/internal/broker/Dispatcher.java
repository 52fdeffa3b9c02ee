/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ModelCall.Caller;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Picks, renders and sends the next request for which permit, breaker and key allow it. Owner only.
 */
final class Dispatcher {
    private static final Logger LOG = Logger.getLogger(Dispatcher.class.getName());

    /** The maximum number of waiting requests that are considered for a place in a batch. */
    private static final int LOOKAHEAD = 100;

    private final SingleOwnerBroker broker;
    private int firstServed;

    Dispatcher(SingleOwnerBroker broker) {
        this.broker = broker;
    }

    /** Serves the providers in turn, starting with another one in each turn of work. */
    int dispatch(int limit) {
        int done = 0;
        int count = broker.slots.size();
        int first = firstServed;
        firstServed = (first + 1) % count;
        for (int i = 0; i < count && done < limit; i++) {
            ProviderSlot slot = broker.slots.get((first + i) % broker.slots.size());
            if (slot.queued() > 0) {
                done += dispatchSingles(slot, limit - done);
                Batching batching = slot.settings.batching().orElse(null);
                done += batching == null ? 0 : dispatchBatch(slot, batching, limit - done);
            }
        }
        return done;
    }

    private int dispatchSingles(ProviderSlot slot, int limit) {
        int done = 0;
        while (done < limit) {
            PendingRequest<?> unserved = firstUnserved(slot);
            if (unserved != null) {
                forward(unserved);
            } else {
                Assignment assignment = next(slot, broker.ticker.nanos());
                if (assignment == null) {
                    break;
                }
                InFlightCall<?> inFlightCall =
                        payCredits(prepare(assignment.pending(), assignment));
                if (inFlightCall != null) {
                    broker.inFlightCalls.start(inFlightCall);
                }
            }
            done++;
        }
        return done;
    }

    // ---- choosing the next request

    /** Returns a request that its target cannot serve, now or ever; null if there is none. */
    private @Nullable PendingRequest<?> firstUnserved(ProviderSlot slot) {
        long now = broker.ticker.nanos();
        for (WaitQueue queue : broker.requestQueues.queuesOf(slot)) {
            PendingRequest<?> head = queue.peek(now);
            if (head != null
                    && head.target.slot() == slot
                    && !(head.target.canServe(head, now)
                            && head.target.everFits(tokensFor(head, head.target)))) {
                return head;
            }
        }
        return null;
    }

    private void forward(PendingRequest<?> unserved) {
        broker.requestQueues.remove(unserved);
        if (unserved.target.canServe(unserved, broker.ticker.nanos())) {
            broker.failover.handleTooLarge(unserved);
        } else {
            broker.failover.handleUnserved(unserved);
        }
    }

    private @Nullable Assignment next(ProviderSlot slot, long now) {
        Assignment first = null;
        for (WaitQueue queue : broker.requestQueues.queuesOf(slot)) {
            PendingRequest<?> head = queue.peek(now);
            if (head != null && head.target.slot() == slot) {
                Assignment assignment = assign(head, slot, now);
                if (assignment != null
                        && (first == null || broker.ordering.before(head, first.pending(), now))) {
                    first = assignment;
                }
            }
        }
        if (first == null) {
            return null;
        }
        broker.requestQueues.poll(first.pending(), now);
        if (!first.target().equals(first.pending().target)) {
            RouteTarget from = first.pending().target;
            first.pending().target = first.target();
            broker.failover.reportFallback(first.pending(), from);
        }
        return first;
    }

    private @Nullable Assignment assign(PendingRequest<?> head, ProviderSlot slot, long now) {
        ProviderKey key = ready(head, head.target, now);
        if (key == null || !slot.hasPermit()) {
            boolean onlyPeers = key != null; // limits allow the call, only a permit is missing
            return alternative(head, onlyPeers, now);
        }
        boolean alone = slot.settings.batching().isEmpty();
        return alone ? new Assignment(head, head.target, key) : null;
    }

    /**
     * Returns a fallback without waiting requests, or any for an emergency, while limits apply;
     * another server of the pool if only permits are missing.
     */
    private @Nullable Assignment alternative(PendingRequest<?> head, boolean onlyPeers, long now) {
        for (RouteTarget target : head.chain) {
            boolean mayMoveHere = mayMoveTo(head, target)
                    && (!onlyPeers || target.slot().isPeerOf(head.target.slot()))
                    && target.slot().hasPermit()
                    && head.request.cost() <= target.slot().creditsLeft(now);
            ProviderKey key = mayMoveHere ? ready(head, target, now) : null;
            if (key != null) {
                return new Assignment(head, target, key);
            }
        }
        return null;
    }

    private boolean mayMoveTo(PendingRequest<?> head, RouteTarget target) {
        return !target.equals(head.target)
                && !head.failedAt.contains(target)
                && (broker.ordering.preempts(head)
                        || target.slot() == head.target.slot()
                        || target.slot().queued() == 0);
    }

    private @Nullable ProviderKey ready(PendingRequest<?> pending, RouteTarget target, long now) {
        return target.readyKey(tokensFor(pending, target), broker.ordering.preempts(pending), now);
    }

    private Usage tokensFor(PendingRequest<?> pending, RouteTarget target) {
        return broker.estimates.of(pending, target, pending.request.maxTokens());
    }

    // ---- waiting times

    /** Returns the nanoseconds until a waiting request can be sent, at most {@code most}. */
    long nanosUntilReady(long most, long now) {
        long until = most;
        for (ProviderSlot slot : broker.slots) {
            if (slot.queued() > 0) {
                for (WaitQueue queue : broker.requestQueues.queuesOf(slot)) {
                    PendingRequest<?> head = queue.peek(now);
                    if (head != null) {
                        until = Math.min(until, untilReady(head, now));
                    }
                }
            }
        }
        return until;
    }

    private long untilReady(PendingRequest<?> head, long now) {
        long until = Long.MAX_VALUE;
        for (RouteTarget target : head.chain) {
            if (target.equals(head.target) || mayMoveTo(head, target)) {
                until = Math.min(
                        until,
                        target.nanosUntilReady(
                                tokensFor(head, target),
                                head.request.cost(),
                                broker.ordering.preempts(head),
                                now));
            }
        }
        return until;
    }

    // ---- batches

    private int dispatchBatch(ProviderSlot slot, Batching batching, int limit) {
        int most = Math.min(batching.maxRequests(), limit);
        Map<ProviderKey, List<InFlightCall<?>>> byAccount = new LinkedHashMap<>();
        int done = 0;
        // one by one, as each counts in fair shares, budgets and credits
        try {
            for (Assignment next; done < most && (next = nextForBatch(slot)) != null; done++) {
                broker.requestQueues.remove(next.pending());
                InFlightCall<?> inFlightCall = payCredits(prepare(next.pending(), next));
                if (inFlightCall != null) {
                    byAccount
                            .computeIfAbsent(next.key(), key -> new ArrayList<>())
                            .add(inFlightCall);
                }
            }
        } finally { // also the calls before a prompt that threw an error
            byAccount.forEach((key, calls) -> broker.inFlightCalls.start(calls, key));
        }
        return done;
    }

    private @Nullable Assignment nextForBatch(ProviderSlot slot) {
        long now = broker.ticker.nanos();
        List<PendingRequest<?>> waiting = new ArrayList<>();
        if (slot.hasPermit()) {
            for (WaitQueue queue : broker.requestQueues.queuesOf(slot)) {
                waiting.addAll(queue.inOrder(now, LOOKAHEAD));
            }
        }
        waiting.removeIf(pending ->
                pending.target.slot() != slot || ready(pending, pending.target, now) == null);
        waiting.sort((one, other) -> broker.ordering.compare(one, other, now));
        int credits = slot.creditsLeft(now);
        PendingRequest<?> next = waiting.stream()
                .filter(pending -> pending.request.cost() <= credits)
                .findFirst()
                .orElse(null);
        ProviderKey key = next == null ? null : ready(next, next.target, now);
        return next == null || key == null ? null : new Assignment(next, next.target, key);
    }

    private @Nullable InFlightCall<?> payCredits(@Nullable InFlightCall<?> inFlightCall) {
        if (inFlightCall == null || inFlightCall.released) {
            return null; // ended by a callback of its start
        }
        int cost = inFlightCall.pending.request.cost();
        inFlightCall.assignment.slot().payCredits(cost, broker.ticker.nanos());
        return inFlightCall;
    }

    // ---- sending

    /** Renders the prompt and starts the call; null if none is to be made now. */
    private <T> @Nullable InFlightCall<T> prepare(
            PendingRequest<T> pending, Assignment assignment) {
        Prompt prompt = broker.registry.isOver(pending) ? null : render(pending);
        if (prompt == null) {
            return null;
        }
        if (broker.agentRequests.isDeferred(pending)) {
            broker.requestQueues.enqueueAt(pending, assignment.target());
            return null;
        }
        pending.promptLength = Math.max(1, prompt.length());
        ModelCall call = call(pending, assignment, prompt);
        if (broker.cache != null && broker.cache.answer(pending, call)) {
            return null;
        }
        Usage tokens = broker.estimates.of(pending, assignment.target(), call.maxTokens());
        if (!assignment.target().everFits(tokens)) {
            broker.failover.handleTooLarge(pending);
            return null;
        }
        if (call.format() == AnswerFormat.EMBEDDINGS
                && !assignment.key().provider.hasEmbeddings()) {
            String message = assignment.slot().name() + " has no embeddings";
            broker.registry.end(
                    pending, new Outcome.Failed(FailureCode.BAD_REQUEST, message, false));
            return null;
        }
        if (!fits(pending, assignment, tokens)) { // the estimate was too low: it keeps its place
            broker.requestQueues.enqueueAt(pending, assignment.target());
            return null;
        }
        assignment.slot().rotateKey();
        return broker.inFlightCalls.begin(pending, assignment, call, tokens);
    }

    private boolean fits(PendingRequest<?> pending, Assignment assignment, Usage tokens) {
        return assignment
                .rateLimiter()
                .fits(tokens, broker.ordering.preempts(pending), broker.ticker.nanos());
    }

    private @Nullable Prompt render(PendingRequest<?> pending) {
        Optional<Prompt> prompt;
        try {
            prompt = Objects.requireNonNull(pending.request.prompt().render(), "prompt");
        } catch (RuntimeException e) {
            broker.registry.end(pending, promptFailed(e));
            return null;
        } catch (Error e) { // rethrown, without losing the request
            broker.registry.endLater(pending, promptFailed(e));
            throw e;
        }
        if (prompt.isEmpty() && !broker.registry.isOver(pending)) {
            broker.registry.end(pending, new Outcome.Cancelled(pending.calls == 0));
        }
        return broker.registry.isOver(pending) ? null : prompt.get();
    }

    private ModelCall call(PendingRequest<?> pending, Assignment assignment, Prompt prompt) {
        int maxTokens = pending.request.maxTokens();
        Prompt sent = prompt;
        QuotaAccount account = broker.quotas.quotaOf(pending.request.tenant());
        if (account != null) {
            boolean words = pending.request.format() != AnswerFormat.EMBEDDINGS;
            sent = words ? broker.quotas.withRemaining(prompt, account) : prompt;
            long input = broker.estimates.of(assignment.target().model()).promptOf(sent.length());
            QuotaAccount.Trim trim = account.trim(
                    maxTokens, input, broker.quotas.pricesFor(account, assignment.target()));
            maxTokens = trim.maxTokens();
            pending.trimmed = trim.applied();
            if (trim.exhausted()) {
                LOG.warning("the quota of session " + pending.request.tenant()
                        + " is used up: its answers have " + maxTokens + " tokens");
            }
        }
        pending.maxTokens = maxTokens;
        return new ModelCall(
                assignment.target().model(),
                sent,
                pending.request.format(),
                maxTokens,
                pending.request.temperature(),
                pending.request.options().orElse(assignment.slot().settings.options()),
                pending.request.schema(),
                new Caller(
                        pending.request.agent(),
                        pending.request.priority(),
                        pending.request.cost()),
                pending.request.nonStreaming());
    }

    private static Outcome promptFailed(Throwable cause) {
        return new Outcome.Failed(
                FailureCode.PROMPT_FAILED,
                "the prompt source threw " + cause.getClass().getName(),
                false);
    }
}
