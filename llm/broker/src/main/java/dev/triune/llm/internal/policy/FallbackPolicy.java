/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Decides which target a request uses after a rate limit or failure. Pure functions. */
public final class FallbackPolicy {
    private FallbackPolicy() {}

    /**
     * A target of the chain.
     *
     * @param tried whether all its keys were rate limited in this round, or it failed
     * @param failed whether it failed other than by a rate limit, and is not tried again
     * @param closed whether its queue is full, or no key is in service
     * @param cooling the remaining cooldown, zero or more
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

    public sealed interface Decision {
        /** Continues at this target of the chain. */
        record TryTarget(int index) implements Decision {}

        /** Starts the next round at this target, which recovers first. */
        record NextRound(int index) implements Decision {}

        /** No target is left; see {@link #untilRecovery}. */
        record GiveUp() implements Decision {}
    }

    /**
     * Decides after a rate limit: the next available target, otherwise another round (up to {@code
     * rounds}) at the target that recovers first, otherwise none.
     */
    public static Decision afterRateLimit(List<Candidate> chain, int round, int rounds) {
        int next = first(chain, Candidate::available);
        return next >= 0 ? new Decision.TryTarget(next) : nextRound(chain, round, rounds);
    }

    /**
     * Decides after another failure: the next available target, otherwise an untried one that is
     * cooling down, otherwise another round at a target that was only rate limited, otherwise none.
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
            return new Decision.GiveUp();
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

    /** Returns the first target with the shortest cooldown; -1 if none recovers. */
    private static int firstToRecover(List<Candidate> chain) {
        int first = -1;
        for (int i = 0; i < chain.size(); i++) {
            Candidate candidate = chain.get(i);
            boolean recoversSooner =
                    first < 0 || candidate.cooling().compareTo(chain.get(first).cooling()) < 0;
            if (candidate.recovers() && recoversSooner) {
                first = i;
            }
        }
        return first;
    }

    /** Returns how long until the first target that has not failed recovers; zero if all have. */
    public static Duration untilRecovery(List<Candidate> chain) {
        return chain.stream()
                .filter(candidate -> !candidate.failed())
                .map(Candidate::cooling)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
