/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Where a request goes after a provider refused or failed it. Pure functions. */
public final class FallbackPolicy {
    private FallbackPolicy() {}

    /**
     * A stop of the chain (a model at a provider), as the decision sees it.
     *
     * @param tried whether every key of it has refused the request in this round, or it failed
     * @param failed whether it failed the request, other than by a rate limit: it is not tried again
     * @param closed whether it takes nothing: its queue is full (never so where the request comes
     *     from, which keeps its place), or no key of it is in service
     * @param cooling how long it still cools, zero if it does not
     */
    public record Candidate(boolean tried, boolean failed, boolean closed, Duration cooling) {
        boolean untried() {
            return !tried && !failed && !closed;
        }

        boolean available() {
            return untried() && cooling.isZero();
        }

        boolean recovers() {
            return !failed && !closed;
        }
    }

    /** What to do. */
    public sealed interface Decision {
        /** Goes on at that place in the chain. */
        record TryTarget(int index) implements Decision {}

        /**
         * Waits for the stop at that place, which recovers first, then begins the next round there.
         */
        record NextRound(int index) implements Decision {}

        /**
         * No stop can help; {@code retryAfter} is how long until the first one recovers, zero or
         * more.
         */
        record GiveUp(Duration retryAfter) implements Decision {}
    }

    /**
     * After a rate limit: the next stop of the chain that can take it now, else a further round, as
     * long as there were fewer than {@code rounds}, at the one that recovers first, else nothing.
     */
    public static Decision afterRateLimit(List<Candidate> chain, int round, int rounds) {
        int next = first(chain, Candidate::available);
        return next >= 0 ? new Decision.TryTarget(next) : nextRound(chain, round, rounds);
    }

    /**
     * After a failure that is no rate limit: the next stop that can take it now, else one that was
     * not tried yet and only cools, where the request waits; else a further round at one that had
     * only refused it, as long as there were fewer than {@code rounds}; else nothing.
     */
    public static Decision afterFailure(List<Candidate> chain, int round, int rounds) {
        int next = first(chain, Candidate::available);
        if (next < 0) {
            next = first(chain, Candidate::untried);
        }
        return next >= 0 ? new Decision.TryTarget(next) : nextRound(chain, round, rounds);
    }

    private static Decision nextRound(List<Candidate> chain, int round, int rounds) {
        int first = firstToRecover(chain);
        if (first < 0 || round >= rounds) {
            return new Decision.GiveUp(untilRecovery(chain));
        }
        return new Decision.NextRound(first);
    }

    private static int first(List<Candidate> chain, Predicate<Candidate> wanted) {
        for (int i = 0; i < chain.size(); i++) {
            if (wanted.test(chain.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The one that cools for the shortest time, the earlier of equal ones; else -1. */
    private static int firstToRecover(List<Candidate> chain) {
        int first = -1;
        for (int i = 0; i < chain.size(); i++) {
            Candidate candidate = chain.get(i);
            boolean sooner =
                    first < 0 || candidate.cooling().compareTo(chain.get(first).cooling()) < 0;
            if (candidate.recovers() && sooner) {
                first = i;
            }
        }
        return first;
    }

    /** How long until the first stop that has not failed recovers; zero without one. */
    public static Duration untilRecovery(List<Candidate> chain) {
        return chain.stream()
                .filter(candidate -> !candidate.failed())
                .map(Candidate::cooling)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
