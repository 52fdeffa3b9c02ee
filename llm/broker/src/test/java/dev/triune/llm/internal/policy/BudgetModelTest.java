/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.Budget.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks a budget against a plain log of the calls that it admitted. */
class BudgetModelTest {
    private static final int SEEDS = 200;
    private static final int STEPS = 400;
    private static final long SECOND = 1_000_000_000;

    @Test
    void neverExceedsALimitInAnyWindowAndPredictsWaitsCorrectly() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Walk(seed).run();
        }
    }

    @Test
    void releasingAllReservationsRestoresTheWholeBudget() {
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
        Usage tokens = new Usage(
                limits.inputTokensPerMinute() / 9, 0, 0, limits.outputTokensPerMinute() / 9);
        while (taken.size() < 100 && budget.fits(tokens, now)) {
            taken.add(budget.reserve(tokens, now));
        }
        return taken.size();
    }

    private static Limits limits(Random random) {
        int perMinute = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(40);
        return Limits.NONE
                .withPerSecond(random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0)
                .withPerMinute(perMinute)
                .withPerDay(random.nextInt(3) == 0 ? 1 + random.nextInt(60) : 0)
                .withTokensPerMinute(random.nextBoolean() ? 500 + random.nextInt(5_000) : 0)
                .withInputTokensPerMinute(random.nextBoolean() ? 300 + random.nextInt(4_000) : 0)
                .withOutputTokensPerMinute(random.nextBoolean() ? 300 + random.nextInt(2_000) : 0)
                .withTokensPerDay(random.nextInt(3) == 0 ? 2_000 + random.nextInt(50_000) : 0)
                .withBurst(perMinute > 0 && random.nextBoolean() ? 1 + random.nextInt(8) : 0)
                .withCountsMaxTokens(random.nextBoolean())
                .withCountsCachedReads(random.nextBoolean());
    }

    /** A limit of tokens as the provider keeps it. */
    private record TokenLimit(int most, Duration window, boolean input, boolean output) {
        static List<TokenLimit> of(Limits limits) {
            Duration minute = Duration.ofMinutes(1);
            return Stream.of(
                            new TokenLimit(limits.tokensPerMinute(), minute, true, true),
                            new TokenLimit(limits.inputTokensPerMinute(), minute, true, false),
                            new TokenLimit(limits.outputTokensPerMinute(), minute, false, true),
                            new TokenLimit(limits.tokensPerDay(), Duration.ofDays(1), true, true))
                    .filter(limit -> limit.most > 0)
                    .toList();
        }

        long prompt(Usage usage, Limits limits) {
            return input
                    ? usage.prompt() - (limits.countsCachedReads() ? 0 : usage.cacheRead())
                    : 0;
        }

        long answer(Usage usage) {
            return output ? usage.output() : 0;
        }

        long all(Usage usage, Limits limits) {
            return prompt(usage, limits) + answer(usage);
        }

        /** What the provider gives back once it knows what it read from its cache. */
        long returned(Usage usage, Limits limits) {
            return input && !limits.countsCachedReads() ? usage.cacheRead() : 0;
        }
    }

    /** One call as the log has it. */
    private static final class Sent {
        final Reservation reservation;
        final Usage reserved;
        final long at;
        final int order;
        boolean over;
        long endedAt;
        int endOrder;
        Usage used = Usage.NONE;

        Sent(Reservation reservation, Usage reserved, long at, int order) {
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
                    default -> checkPredictedWait();
                }
            }
            checkRequests(limits.perSecond(), SECOND);
            checkRequests(limits.perMinute(), 60 * SECOND);
            checkRequests(limits.perDay(), 86_400 * SECOND);
            checkBurst();
            TokenLimit.of(limits).forEach(this::checkTokens);
        }

        private void send() {
            Usage tokens = tokens();
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
                settle(any, within(any.reserved));
            }
        }

        private Usage tokens() {
            return new Usage(random.nextInt(800), 0, 0, random.nextInt(400));
        }

        private Usage within(Usage reserved) {
            long prompt = random.nextInt((int) reserved.input() + 1);
            long cached = random.nextInt((int) prompt + 1);
            long answer = random.nextInt((int) reserved.output() + 1);
            return new Usage(prompt - cached, cached, 0, answer);
        }

        private void settle(Sent sent, Usage used) {
            budget.settle(sent.reservation, used, now);
            sent.used = used;
            sent.over = true;
            sent.endedAt = now;
            sent.endOrder = events++;
        }

        private List<Sent> underWay() {
            return log.stream().filter(sent -> !sent.over).toList();
        }

        /** With no call in flight the predicted wait is exact to one slot of a window. */
        private void checkPredictedWait() {
            for (Sent sent : underWay()) {
                settle(sent, sent.reserved);
            }
            Usage tokens = tokens();
            Duration wait = budget.timeUntilFits(tokens, now);
            if (wait.isZero() || wait.equals(Budget.NEVER)) {
                return;
            }
            assertThat(wait)
                    .as("wait against the log, seed %d", seed)
                    .isBetween(
                            Duration.ofNanos(expectedWait(tokens, false)),
                            Duration.ofNanos(expectedWait(tokens, true)));
            long then = now + wait.toNanos();
            assertThat(budget.fits(tokens, then - 1))
                    .as("before, seed %d", seed)
                    .isFalse();
            assertThat(budget.fits(tokens, then)).as("after, seed %d", seed).isTrue();
            now = then;
        }

        private long expectedWait(Usage tokens, boolean withSlot) {
            long wait = 0;
            wait = Math.max(wait, expectedRequestWait(limits.perSecond(), Budget.SECOND, withSlot));
            wait = Math.max(wait, expectedRequestWait(limits.perMinute(), Budget.MINUTE, withSlot));
            wait = Math.max(wait, expectedRequestWait(limits.perDay(), Budget.DAY, withSlot));
            for (TokenLimit limit : TokenLimit.of(limits)) {
                wait = Math.max(wait, expectedTokenWait(limit, tokens, withSlot));
            }
            // what was released late has not come back to the burst: at most the whole of it
            long refill = limits.burst() > 0 && withSlot
                    ? (60 * SECOND / limits.perMinute() + 1) * (limits.burst() + 1)
                    : 0;
            return Math.max(wait, refill);
        }

        private long expectedRequestWait(int limit, Duration window, boolean withSlot) {
            if (limit == 0 || log.size() < limit) {
                return 0;
            }
            long length = length(window, withSlot);
            long oldest = log.get(log.size() - limit).at;
            return Math.max(0, oldest + length - now);
        }

        private long expectedTokenWait(TokenLimit limit, Usage tokens, boolean withSlot) {
            long needed = limit.all(tokens, limits);
            long[] leaves = log.stream()
                    .flatMap(sent -> Stream.of(
                            fromStart(limit, sent, withSlot), fromEnd(limit, sent, withSlot)))
                    .mapToLong(left -> left)
                    .filter(left -> left > 0)
                    .sorted()
                    .toArray();
            if (tokensAfter(limit, 0, withSlot) + needed <= limit.most) {
                return 0;
            }
            for (long left : leaves) {
                if (tokensAfter(limit, left, withSlot) + needed <= limit.most) {
                    return left;
                }
            }
            throw new AssertionError("never fits, seed " + seed);
        }

        private long tokensAfter(TokenLimit limit, long wait, boolean withSlot) {
            long sum = 0;
            for (Sent sent : log) {
                sum += fromStart(limit, sent, withSlot) > wait ? countedFromStart(limit, sent) : 0;
                sum += fromEnd(limit, sent, withSlot) > wait ? countedFromEnd(limit, sent) : 0;
            }
            return sum;
        }

        /** How long what counts from its start still counts; of a short call both count as long. */
        private long fromStart(TokenLimit limit, Sent sent, boolean withSlot) {
            Duration window = window(limit);
            if (limits.countsMaxTokens()) {
                return sent.at + length(window, withSlot) - now;
            }
            long later = TokenBudget.FROM_START.minus(TokenBudget.FROM_END).toNanos();
            long entered = Math.min(sent.at + later, sent.endedAt);
            return entered + length(window, withSlot) - now;
        }

        private long fromEnd(TokenLimit limit, Sent sent, boolean withSlot) {
            return sent.endedAt + length(window(limit), withSlot) - now;
        }

        private Duration window(TokenLimit limit) {
            if (limit.window.toDays() > 0) {
                return Budget.DAY;
            }
            return limits.countsMaxTokens() ? TokenBudget.FROM_START : TokenBudget.FROM_END;
        }

        private long countedFromStart(TokenLimit limit, Sent sent) {
            return limits.countsMaxTokens()
                    ? limit.all(sent.reserved, limits) - limit.returned(sent.used, limits)
                    : limit.prompt(sent.used, limits);
        }

        private long countedFromEnd(TokenLimit limit, Sent sent) {
            return limits.countsMaxTokens() ? 0 : limit.answer(sent.used);
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
         * Where the provider counts a prompt, or the most that a call may take, at its start, and
         * an answer at any time until its end, the sum is right.
         */
        private void checkTokens(TokenLimit limit) {
            for (Sent last : log) {
                long sum = log.stream()
                        .filter(sent -> sent.order <= last.order)
                        .mapToLong(sent -> countedAt(limit, sent, last))
                        .sum();
                assertThat(sum).as("%s, seed %d", limit, seed).isLessThanOrEqualTo(limit.most);
            }
        }

        private long countedAt(TokenLimit limit, Sent sent, Sent last) {
            if (!sent.over || sent.endOrder > last.order) {
                return limit.all(sent.reserved, limits);
            }
            long window = limit.window.toNanos();
            return (last.at - sent.at >= window ? 0 : countedFromStart(limit, sent))
                    + (last.at - sent.endedAt >= window ? 0 : countedFromEnd(limit, sent));
        }
    }
}
