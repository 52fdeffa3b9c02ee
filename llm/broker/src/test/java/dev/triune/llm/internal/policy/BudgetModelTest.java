/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.internal.policy.Budget.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Watches a budget from outside, by a plain log of what it let through. */
class BudgetModelTest {
    private static final int SEEDS = 200;
    private static final int STEPS = 400;
    private static final long SECOND = 1_000_000_000;

    @Test
    void noWindowEverHoldsMoreThanItsLimitAndEveryWaitIsTrue() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Walk(seed).run();
        }
    }

    @Test
    void everythingComesBackAfterRelease() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Limits limits = limits(random);
            Budget budget = new Budget(limits);
            long now = random.nextLong();
            List<Reservation> taken = new ArrayList<>();
            int first = fill(budget, limits, taken, now);
            for (int i = taken.size() - 1; i >= 0; i--) {
                budget.release(taken.get(i), now + random.nextInt(1_000));
            }
            now += 1_000;
            taken.clear();
            assertThat(fill(budget, limits, taken, now)).as("seed %d", seed).isEqualTo(first);
        }
    }

    private static int fill(Budget budget, Limits limits, List<Reservation> taken, long now) {
        long tokens = limits.tokensPerMinute() / 7;
        while (taken.size() < 100 && budget.fits(tokens, now)) {
            taken.add(budget.reserve(tokens, now));
        }
        return taken.size();
    }

    private static Limits limits(Random random) {
        int perMinute = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(40);
        return new Limits(
                random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0,
                perMinute,
                random.nextInt(3) == 0 ? 1 + random.nextInt(60) : 0,
                random.nextBoolean() ? 500 + random.nextInt(5_000) : 0,
                perMinute > 0 && random.nextBoolean() ? 1 + random.nextInt(8) : 0,
                random.nextBoolean());
    }

    /** One call as the log has it. */
    private static final class Sent {
        final Reservation reservation;
        final long reserved;
        final long at;
        final int order;
        boolean over;
        long endedAt;
        int endOrder;
        long prompt;
        long answer;

        Sent(Reservation reservation, long reserved, long at, int order) {
            this.reservation = reservation;
            this.reserved = reserved;
            this.at = at;
            this.order = order;
        }
    }

    private static final class Walk {
        private final long seed;
        private final Random random;
        private final Limits limits;
        private final Budget budget;
        private final List<Sent> log = new ArrayList<>();
        private final long pace;
        private long now;
        private int events;

        Walk(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.limits = limits(random);
            this.budget = new Budget(limits);
            this.pace = 1 + SECOND * (1 + random.nextInt(20)) / 4;
            this.now = seed % 5 == 0 ? Long.MAX_VALUE - 30 * SECOND : random.nextLong();
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> send();
                    case 4, 5 -> end();
                    case 6 -> now += (long) (random.nextDouble() * pace);
                    default -> askHowLong();
                }
            }
            checkRequests(limits.perSecond(), SECOND);
            checkRequests(limits.perMinute(), 60 * SECOND);
            checkRequests(limits.perDay(), 86_400 * SECOND);
            checkBurst();
            checkTokens();
        }

        private void send() {
            long tokens = random.nextInt(1_200);
            assertThat(budget.timeUntilFits(tokens, now).isZero())
                    .as("no wait means fits, seed %d", seed)
                    .isEqualTo(budget.fits(tokens, now));
            if (budget.fits(tokens, now)) {
                log.add(new Sent(budget.reserve(tokens, now), tokens, now, events++));
            }
        }

        private void end() {
            List<Sent> open = underWay();
            if (open.isEmpty()) {
                return;
            }
            Sent any = open.get(random.nextInt(open.size()));
            if (random.nextInt(5) == 0) {
                budget.release(any.reservation, now);
                log.remove(any);
            } else {
                settle(any, random.nextInt((int) any.reserved + 1));
            }
        }

        private void settle(Sent sent, long used) {
            sent.prompt = random.nextInt((int) used + 1);
            sent.answer = used - sent.prompt;
            budget.settle(sent.reservation, sent.prompt, sent.answer, now);
            sent.over = true;
            sent.endedAt = now;
            sent.endOrder = events++;
        }

        private List<Sent> underWay() {
            return log.stream().filter(sent -> !sent.over).toList();
        }

        /** With nothing under way the answer must be exact, but for one slot of a window. */
        private void askHowLong() {
            for (Sent sent : underWay()) {
                settle(sent, sent.reserved);
            }
            long tokens = random.nextInt(1_200);
            Duration wait = budget.timeUntilFits(tokens, now);
            if (wait.isZero() || wait.equals(Budget.NEVER)) {
                return;
            }
            assertThat(wait)
                    .as("wait against the log, seed %d", seed)
                    .isBetween(
                            Duration.ofNanos(naiveWait(tokens, false)),
                            Duration.ofNanos(naiveWait(tokens, true)));
            long then = now + wait.toNanos();
            assertThat(budget.fits(tokens, then - 1))
                    .as("before, seed %d", seed)
                    .isFalse();
            assertThat(budget.fits(tokens, then)).as("after, seed %d", seed).isTrue();
            now = then;
        }

        private long naiveWait(long tokens, boolean withSlot) {
            long wait = 0;
            wait = Math.max(wait, naiveRequests(limits.perSecond(), Budget.SECOND, withSlot));
            wait = Math.max(wait, naiveRequests(limits.perMinute(), Budget.MINUTE, withSlot));
            wait = Math.max(wait, naiveRequests(limits.perDay(), Budget.DAY, withSlot));
            if (limits.tokensPerMinute() > 0) {
                wait = Math.max(wait, naiveTokens(tokens, withSlot));
            }
            // what was released late has not come back to the burst: at most the whole of it
            long refill = limits.burst() > 0 && withSlot
                    ? (60 * SECOND / limits.perMinute() + 1) * (limits.burst() + 1)
                    : 0;
            return Math.max(wait, refill);
        }

        private long naiveRequests(int limit, Duration window, boolean withSlot) {
            if (limit == 0 || log.size() < limit) {
                return 0;
            }
            long length = length(window, withSlot);
            long oldest = log.get(log.size() - limit).at;
            return Math.max(0, oldest + length - now);
        }

        private long naiveTokens(long tokens, boolean withSlot) {
            long[] leaves = log.stream()
                    .flatMap(sent -> Stream.of(fromStart(sent, withSlot), fromEnd(sent, withSlot)))
                    .mapToLong(left -> left)
                    .filter(left -> left > 0)
                    .sorted()
                    .toArray();
            if (tokensAfter(0, withSlot) + tokens <= limits.tokensPerMinute()) {
                return 0;
            }
            for (long left : leaves) {
                if (tokensAfter(left, withSlot) + tokens <= limits.tokensPerMinute()) {
                    return left;
                }
            }
            throw new AssertionError("never fits, seed " + seed);
        }

        private long tokensAfter(long wait, boolean withSlot) {
            long sum = 0;
            for (Sent sent : log) {
                sum += fromStart(sent, withSlot) > wait ? countedFromStart(sent) : 0;
                sum += fromEnd(sent, withSlot) > wait ? countedFromEnd(sent) : 0;
            }
            return sum;
        }

        /** How long what counts from its start still counts; of a short call both count as long. */
        private long fromStart(Sent sent, boolean withSlot) {
            if (limits.countsMaxTokens()) {
                return sent.at + length(TokenBudget.FROM_START, withSlot) - now;
            }
            long left = TokenBudget.FROM_START.toNanos() - (now - sent.at);
            long atMost = TokenBudget.FROM_END.toNanos() - (now - sent.endedAt);
            return Math.min(left, atMost) + slot(TokenBudget.FROM_END, withSlot);
        }

        private long fromEnd(Sent sent, boolean withSlot) {
            return sent.endedAt + length(TokenBudget.FROM_END, withSlot) - now;
        }

        private long countedFromStart(Sent sent) {
            return limits.countsMaxTokens() ? sent.reserved : sent.prompt;
        }

        private long countedFromEnd(Sent sent) {
            return limits.countsMaxTokens() ? 0 : sent.answer;
        }

        private static long slot(Duration window, boolean withSlot) {
            return withSlot ? SlidingWindow.slotOf(window).toNanos() + 256 : 0;
        }

        private static long length(Duration window, boolean withSlot) {
            return window.toNanos() + slot(window, withSlot);
        }

        private void checkRequests(int limit, long window) {
            for (int i = limit; limit > 0 && i < log.size(); i++) {
                assertThat(log.get(i).at - log.get(i - limit).at)
                        .as("%d calls in a window of %d, seed %d", limit + 1, window, seed)
                        .isGreaterThanOrEqualTo(window);
            }
        }

        private void checkBurst() {
            for (int i = 0; limits.burst() > 0 && i < log.size(); i++) {
                for (int j = i; j < log.size(); j++) {
                    long refilled =
                            (log.get(j).at - log.get(i).at) / (60 * SECOND / limits.perMinute());
                    assertThat(j - i + 1L)
                            .as("calls at once, seed %d", seed)
                            .isLessThanOrEqualTo(limits.burst() + refilled);
                }
            }
        }

        /**
         * Where the provider counts a prompt, or the most that a call may take, at its start, and an
         * answer at any time until its end, the sum is right.
         */
        private void checkTokens() {
            for (Sent last : log) {
                long sum = log.stream()
                        .filter(sent -> sent.order <= last.order)
                        .mapToLong(sent -> countedAt(sent, last))
                        .sum();
                if (limits.tokensPerMinute() > 0) {
                    assertThat(sum)
                            .as("tokens, seed %d", seed)
                            .isLessThanOrEqualTo(limits.tokensPerMinute());
                }
            }
        }

        private long countedAt(Sent sent, Sent last) {
            if (!sent.over || sent.endOrder > last.order) {
                return sent.reserved;
            }
            return (last.at - sent.at >= 60 * SECOND ? 0 : countedFromStart(sent))
                    + (last.at - sent.endedAt >= 60 * SECOND ? 0 : countedFromEnd(sent));
        }
    }
}
