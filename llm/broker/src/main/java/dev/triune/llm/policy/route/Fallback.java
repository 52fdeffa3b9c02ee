/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.route;

import java.time.Duration;
import java.util.List;

/** Where a request goes after a provider refused or failed it. Pure functions. */
public final class Fallback {
    private Fallback() {}

    /**
     * A provider of the chain, as the decision sees it.
     *
     * @param tried whether the request was there already in this round
     * @param full whether its queue takes nothing more; false where the request comes from, which
     *     keeps its place
     * @param cooling how long it still cools, zero if it does not
     */
    public record Candidate(boolean tried, boolean full, Duration cooling) {
        boolean available() {
            return !tried && !full && cooling.isZero();
        }
    }

    /** What to do. */
    public sealed interface Decision {
        /**
         * Go on at that provider.
         *
         * @param index its place in the chain
         */
        record GoOn(int index) implements Decision {}

        /**
         * Wait for the provider that recovers first, then begin the next round there.
         *
         * @param index its place in the chain
         */
        record NextRound(int index) implements Decision {}

        /**
         * No provider can help.
         *
         * @param retryAfter how long until the first one recovers, zero or more
         */
        record GiveUp(Duration retryAfter) implements Decision {}
    }

    /**
     * After a rate limit: the next provider that can take it now, else a further round at the one
     * that recovers first and is not full, else nothing.
     *
     * @param chain the first choice and its fallbacks, not empty
     * @param round how many further rounds there were, 0 or more
     * @param rounds how many there may be
     */
    public static Decision afterRateLimit(List<Candidate> chain, int round, int rounds) {
        int next = firstAvailable(chain);
        if (next >= 0) {
            return new Decision.GoOn(next);
        }
        int first = firstToRecover(chain);
        if (first < 0 || round >= rounds) {
            return new Decision.GiveUp(shortestCooling(chain));
        }
        return new Decision.NextRound(first);
    }

    /**
     * After a failure that is no rate limit: the next provider that can take it now, else one that
     * was not tried yet and only cools, where the request waits; else nothing.
     *
     * @param chain the first choice and its fallbacks, not empty
     */
    public static Decision afterFailure(List<Candidate> chain) {
        int next = firstAvailable(chain);
        if (next < 0) {
            next = firstUntried(chain);
        }
        return next >= 0 ? new Decision.GoOn(next) : new Decision.GiveUp(Duration.ZERO);
    }

    private static int firstAvailable(List<Candidate> chain) {
        for (int i = 0; i < chain.size(); i++) {
            if (chain.get(i).available()) {
                return i;
            }
        }
        return -1;
    }

    private static int firstUntried(List<Candidate> chain) {
        for (int i = 0; i < chain.size(); i++) {
            if (!chain.get(i).tried() && !chain.get(i).full()) {
                return i;
            }
        }
        return -1;
    }

    /** The one with room that cools for the shortest time, the earlier of equal ones; else -1. */
    private static int firstToRecover(List<Candidate> chain) {
        int first = -1;
        for (int i = 0; i < chain.size(); i++) {
            Candidate candidate = chain.get(i);
            if (!candidate.full()
                    && (first < 0
                            || candidate.cooling().compareTo(chain.get(first).cooling()) < 0)) {
                first = i;
            }
        }
        return first;
    }

    private static Duration shortestCooling(List<Candidate> chain) {
        return chain.stream()
                .map(Candidate::cooling)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
