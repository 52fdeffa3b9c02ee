/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.policy.route.Fallback;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a request waits, when it is granted, and where it goes after a failure. The decisions are
 * those of {@link Fallback}; here they are carried out. Owner only.
 */
final class Dispatch {
    private final List<ProviderSlot> slots;
    private final OpenRequests open;
    private final Calls calls;
    private final Ticker ticker;
    private final SafeListener listeners;
    private final Figures figures;
    private final int rounds;
    private int firstServed;

    Dispatch(
            List<ProviderSlot> slots,
            OpenRequests open,
            Calls calls,
            Ticker ticker,
            SafeListener listeners,
            Figures figures,
            int rounds) {
        this.slots = slots;
        this.open = open;
        this.calls = calls;
        this.ticker = ticker;
        this.listeners = listeners;
        this.figures = figures;
        this.rounds = rounds;
    }

    /** How many requests wait. */
    int waiting() {
        int sum = 0;
        for (ProviderSlot slot : slots) {
            sum += slot.waiting();
        }
        return sum;
    }

    /** Queues a request at a provider. */
    void enqueue(Pending<?> pending, ProviderSlot slot) {
        slot.enqueue(pending);
        figures.queued(waiting());
    }

    // ---- grants

    /** Serves the providers in turn, each turn of work beginning with another one. */
    int grant(int limit) {
        int granted = 0;
        int first = firstServed;
        firstServed = (first + 1) % slots.size();
        for (int i = 0; i < slots.size(); i++) {
            ProviderSlot slot = slots.get((first + i) % slots.size());
            while (granted < limit) {
                Pending<?> next = next(slot, ticker.nanos());
                if (next == null) {
                    break;
                }
                send(next);
                granted++;
            }
        }
        return granted;
    }

    private @Nullable Pending<?> next(ProviderSlot slot, long now) {
        return slot.open(now) ? slot.poll(now) : pollForFallback(slot, now);
    }

    /** While a provider cools, its requests may go to a fallback that is free right now. */
    private @Nullable Pending<?> pollForFallback(ProviderSlot slot, long now) {
        Pending<?> head = slot.cooldown.over(now) ? null : slot.peek(now);
        if (head == null) {
            return null;
        }
        for (ProviderSlot other : head.chain) {
            boolean free = other.waiting() == 0 && other.open(now);
            if (other != slot && free && !head.tried.contains(other)) {
                slot.remove(head);
                head.slot = other;
                tellFallback(head, slot);
                return head;
            }
        }
        return null;
    }

    private void send(Pending<?> pending) {
        if (open.isOver(pending)) {
            return; // cancelled while its fallback was told
        }
        Optional<Prompt> prompt;
        try {
            prompt = Objects.requireNonNull(pending.request.prompt().render(), "prompt");
        } catch (RuntimeException e) {
            open.end(pending, promptFailed(e));
            return;
        } catch (Error e) { // not ours to swallow, nor to lose a request by
            open.endLater(pending, promptFailed(e));
            throw e;
        }
        if (open.isOver(pending)) {
            return; // cancelled while its prompt was rendered
        }
        if (prompt.isEmpty()) {
            open.end(pending, new Outcome.Cancelled(pending.calls == 0));
            return;
        }
        calls.begin(pending, prompt.get());
    }

    private static Outcome promptFailed(Throwable cause) {
        return new Outcome.Failed(
                FailureCode.PROMPT_FAILED,
                "the prompt source threw " + cause.getClass().getName(),
                false);
    }

    // ---- failures

    /** Sends a request on after its call failed, or ends it. */
    void afterFailure(Pending<?> pending, CallFailure failure) {
        long now = ticker.nanos();
        if (failure instanceof CallFailure.RateLimited limited) {
            noteRateLimit(pending.slot, limited, now);
        }
        if (open.isOver(pending)) {
            return; // a listener cancelled it
        }
        if (pending.delivered > 0) {
            open.end(pending, new Outcome.Failed(codeOf(failure), failure.message(), true));
            return;
        }
        pending.tried.add(pending.slot);
        List<Fallback.Candidate> chain = new ArrayList<>();
        for (ProviderSlot slot : pending.chain) {
            chain.add(slot.asCandidate(pending, now));
        }
        follow(decide(failure, chain, pending), pending, failure);
    }

    private Fallback.Decision decide(
            CallFailure failure, List<Fallback.Candidate> chain, Pending<?> pending) {
        if (failure instanceof CallFailure.Broken broken) {
            return broken.code().worthAnotherProvider()
                    ? Fallback.afterFailure(chain)
                    : new Fallback.Decision.GiveUp(Duration.ZERO);
        }
        return Fallback.afterRateLimit(chain, pending.round, rounds);
    }

    private void follow(Fallback.Decision decision, Pending<?> pending, CallFailure failure) {
        if (decision instanceof Fallback.Decision.GoOn goOn) {
            ProviderSlot from = pending.slot;
            enqueue(pending, pending.chain.get(goOn.index()));
            tellFallback(pending, from);
        } else if (decision instanceof Fallback.Decision.NextRound next) {
            pending.tried.clear();
            pending.round++;
            enqueue(pending, pending.chain.get(next.index()));
            figures.retried();
            listeners.tell(listener -> listener.retried(pending.ticket, pending.round));
        } else if (decision instanceof Fallback.Decision.GiveUp giveUp) {
            open.end(pending, lastWord(failure, giveUp.retryAfter()));
        }
    }

    private static Outcome lastWord(CallFailure failure, Duration retryAfter) {
        if (failure instanceof CallFailure.Broken broken) {
            return new Outcome.Failed(broken.code(), broken.message(), false);
        }
        return new Outcome.Rejected(Outcome.RejectReason.PROVIDERS_EXHAUSTED, retryAfter);
    }

    private static FailureCode codeOf(CallFailure failure) {
        return failure instanceof CallFailure.Broken broken ? broken.code() : FailureCode.CUT_OFF;
    }

    private void noteRateLimit(ProviderSlot slot, CallFailure.RateLimited limited, long now) {
        figures.rateLimited();
        Duration cooling = slot.cooldown.refused(now, limited.advice());
        listeners.tell(listener -> listener.rateLimited(slot.name(), cooling));
    }

    private void tellFallback(Pending<?> pending, ProviderSlot from) {
        String to = pending.slot.name();
        figures.fellBack();
        listeners.tell(listener -> listener.fellBack(pending.ticket, from.name(), to));
    }
}
