/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.policy.route.Fallback;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.List;

/**
 * Where a request goes after a call of it failed. The decisions are those of {@link Fallback}; here
 * they are carried out. Owner only.
 */
class Failover {
    /** How often a request may be sent again because its provider takes another form of it. */
    static final int MAX_FORMS = 8;

    private final OpenRequests open;
    private final Placement placement;
    private final QuotaSessions quotas;
    private final SafeListener listeners;
    private final Figures figures;
    private final Ticker ticker;
    private final int rounds;

    Failover(Parts parts, int rounds) {
        this.open = parts.open;
        this.placement = parts.placement;
        this.quotas = parts.quotas;
        this.listeners = parts.listeners;
        this.figures = parts.figures;
        this.ticker = parts.ticker;
        this.rounds = rounds;
    }

    /** How a failure counts for whoever served the call. */
    static Landing landing(CallFailure failure) {
        if (failure instanceof CallFailure.Broken broken) {
            return switch (broken.code()) {
                case PROVIDER_ERROR, PROVIDER_TIMEOUT, UNREACHABLE, CUT_OFF -> Landing.FAILED;
                case AUTHENTICATION,
                        QUOTA_EXHAUSTED,
                        BAD_REQUEST,
                        UNREADABLE_ANSWER,
                        PROMPT_FAILED -> Landing.REFUSED;
            };
        }
        return Landing.REFUSED;
    }

    /** Sends a request on after its call failed and landed, or ends it. */
    void after(Flight<?> flight, CallFailure failure) {
        Pending<?> pending = flight.pending;
        note(flight, failure);
        heed(flight, failure);
        if (open.isOver(pending)) {
            return; // a listener ended it
        }
        if (pending.delivered > 0) {
            open.end(pending, new Outcome.Failed(codeOf(failure), failure.message(), true));
        } else if (failure instanceof CallFailure.NotTaken && pending.forms < MAX_FORMS) {
            sendAgain(pending, failure);
        } else if (quotas.governs(pending.request.session()) || madeEnoughCalls(pending)) {
            Duration wait = Fallback.untilRecovery(candidates(pending, ticker.nanos()));
            open.end(pending, lastWord(failure, wait));
        } else {
            goOn(pending, failure);
        }
    }

    /** Sends a request on from a stop that cannot serve it, now or ever, or ends it. */
    void unserved(Pending<?> pending) {
        if (!pending.stop.slot().canPay(pending.request.cost())) {
            tooLarge(pending);
            return;
        }
        long now = ticker.nanos();
        FailureCode mark = pending.stop.accounts().stream()
                .map(account -> account.markAt(now))
                .filter(code -> code != null)
                .findFirst()
                .orElse(null);
        pending.failedAt.add(pending.stop);
        Outcome end = mark == null
                ? new Outcome.Rejected(
                        Outcome.RejectReason.PROVIDERS_EXHAUSTED, pending.stop.cooling(now))
                : new Outcome.Failed(
                        mark, "no key of " + pending.stop.slot().name() + " is in service", false);
        follow(
                Fallback.afterFailure(candidates(pending, now), pending.round, rounds),
                pending,
                end);
    }

    /** Sends on a request that its stop could never take, or ends it. */
    void tooLarge(Pending<?> pending) {
        pending.failedAt.add(pending.stop);
        Outcome end = new Outcome.Rejected(Outcome.RejectReason.TOO_LARGE, Duration.ZERO);
        List<Fallback.Candidate> chain = candidates(pending, ticker.nanos());
        follow(Fallback.afterFailure(chain, pending.round, rounds), pending, end);
    }

    /** Tells that a request went on from there to where it is now. */
    void tellFallback(Pending<?> pending, Stop from) {
        Stop to = pending.stop;
        if (from.slot() == to.slot() && from.model().equals(to.model())) {
            return; // another key of the same
        }
        figures.fellBackTo(to.slot());
        boolean sameProvider = from.slot() == to.slot();
        String one = sameProvider
                ? from.slot().name() + "/" + from.model()
                : from.slot().name();
        String other =
                sameProvider ? to.slot().name() + "/" + to.model() : to.slot().name();
        listeners.tell(listener -> listener.fellBack(pending.ticket, one, other));
    }

    private void goOn(Pending<?> pending, CallFailure failure) {
        long now = ticker.nanos();
        List<Fallback.Candidate> chain = candidates(pending, now);
        Fallback.Decision decision;
        if (failure instanceof CallFailure.RateLimited) {
            decision = Fallback.afterRateLimit(chain, pending.round, rounds);
        } else {
            decision = codeOf(failure).worthAnotherProvider()
                    ? Fallback.afterFailure(chain, pending.round, rounds)
                    : new Fallback.Decision.GiveUp(Duration.ZERO);
        }
        Duration wait = decision instanceof Fallback.Decision.GiveUp giveUp
                ? giveUp.retryAfter()
                : Duration.ZERO;
        follow(decision, pending, lastWord(failure, wait));
    }

    private void follow(Fallback.Decision decision, Pending<?> pending, Outcome end) {
        Stop from = pending.stop;
        if (pending.isStale(ticker.nanos())) {
            open.end(pending, new Outcome.Expired());
        } else if (decision instanceof Fallback.Decision.GoOn goOn) {
            placement.place(pending, pending.chain.get(goOn.index()));
            tellFallback(pending, from);
        } else if (decision instanceof Fallback.Decision.NextRound next) {
            pending.refusedBy.clear();
            pending.round++;
            placement.place(pending, pending.chain.get(next.index()));
            figures.retriedAt(pending.stop.slot());
            listeners.tell(listener -> listener.retried(pending.ticket, pending.round));
        } else if (decision instanceof Fallback.Decision.GiveUp) {
            open.end(pending, end);
        }
    }

    /** At the same place. It does not count among the calls that it may make: it was not served. */
    private void sendAgain(Pending<?> pending, CallFailure failure) {
        pending.forms++;
        int here = pending.chain.indexOf(pending.stop);
        follow(new Fallback.Decision.GoOn(here), pending, lastWord(failure, Duration.ZERO));
    }

    private static List<Fallback.Candidate> candidates(Pending<?> pending, long now) {
        return pending.chain.stream()
                .map(stop -> stop.asCandidate(pending, now))
                .toList();
    }

    /**
     * Takes to heart what a refusal says of its key, also where the request it was for is over: what
     * the provider advised holds for the next one.
     */
    void heed(Flight<?> flight, CallFailure failure) {
        long now = ticker.nanos();
        Account account = flight.grant.account();
        ProviderSlot slot = flight.grant.stop().slot();
        if (failure instanceof CallFailure.RateLimited limited) {
            figures.rateLimited(slot);
            slot.refused(flight.startedAt, now);
            Duration cooling = account.meter(flight.grant.stop().model())
                    .refused(now, flight.startedAt, limited.advice());
            listeners.tell(listener -> listener.rateLimited(slot.name(), cooling));
        } else if (failure instanceof CallFailure.Broken broken && concernsTheKey(broken.code())) {
            Duration time = broken.lasts()
                    .filter(said -> said.compareTo(Account.MARK) > 0)
                    .orElse(Account.MARK);
            account.mark(broken.code(), time, now);
            listeners.tell(listener -> listener.keyMarked(account.name, broken.code(), time));
        }
    }

    private static boolean concernsTheKey(FailureCode code) {
        return code == FailureCode.AUTHENTICATION || code == FailureCode.QUOTA_EXHAUSTED;
    }

    private static void note(Flight<?> flight, CallFailure failure) {
        Pending<?> pending = flight.pending;
        if (failure instanceof CallFailure.RateLimited) {
            pending.refusedBy.add(flight.grant.account().meter(pending.stop.model()));
        } else if (failure instanceof CallFailure.Broken) {
            pending.failedAt.add(pending.stop);
        }
    }

    /** However keys and rounds turn out: a request is bounded in the calls it makes. */
    private boolean madeEnoughCalls(Pending<?> pending) {
        int keys =
                pending.chain.stream().mapToInt(stop -> stop.accounts().size()).sum();
        return pending.calls - pending.forms >= keys * (rounds + 1);
    }

    private static Outcome lastWord(CallFailure failure, Duration retryAfter) {
        if (failure instanceof CallFailure.RateLimited) {
            return new Outcome.Rejected(Outcome.RejectReason.PROVIDERS_EXHAUSTED, retryAfter);
        }
        return new Outcome.Failed(codeOf(failure), failure.message(), false);
    }

    /** Of a rate limit only where parts were delivered before it: then the answer broke off. */
    private static FailureCode codeOf(CallFailure failure) {
        if (failure instanceof CallFailure.Broken broken) {
            return broken.code();
        }
        return failure instanceof CallFailure.NotTaken
                ? FailureCode.BAD_REQUEST
                : FailureCode.CUT_OFF;
    }
}
