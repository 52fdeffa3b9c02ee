/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The requests of a gateway for leases of one key. */
class LeasedBudgetTest {
    private static final Limits LIMITS = Limits.perMinute(60);
    private static final LeaseReply REFUSED = LeaseReply.of(List.of(1L, 0L, 1L, 0L, 0L, 0L));

    /** A context in which Redis is available. */
    private static final LeaseContext CONTEXT = new LeaseContext() {
        @Override
        public long millis(long nanos) {
            return nanos / 1_000_000;
        }

        @Override
        public String epoch() {
            return "epoch";
        }

        @Override
        public boolean isRedisDown() {
            return false;
        }

        @Override
        public int gateways() {
            return 2;
        }

        @Override
        public void wake() {}
    };

    @Test
    void limitOfAMinuteIsRequestedAFewTimesASecond() {
        assertThat(requestsInTenSeconds(LIMITS)).isBetween(20, 30);
    }

    @Test
    void limitOfASecondIsRequestedOften() {
        assertThat(requestsInTenSeconds(Limits.NONE.withPerSecond(4))).isBetween(150, 200);
    }

    @Test
    void cooldownIsPublishedAgainIfItsRequestWasNotProcessed() {
        for (long reply : new long[] {0, 2}) { // another epoch, another clock
            LeasedBudget budget = new LeasedBudget(CONTEXT, LIMITS, Duration.ofSeconds(20));
            budget.rateLimited(Duration.ofSeconds(9), 0);
            LeaseRequest first = budget.nextRequest(0).orElseThrow();
            budget.onReply(first, LeaseReply.of(List.of(reply)));
            long later = Duration.ofSeconds(1).toNanos();

            assertThat(first.coolingMillis()).isEqualTo(9_000);
            assertThat(budget.nextRequest(later).orElseThrow().coolingMillis()).isEqualTo(8_000);
        }
    }

    private static int requestsInTenSeconds(Limits limits) {
        LeasedBudget budget = new LeasedBudget(CONTEXT, limits, Duration.ofSeconds(20));
        int requests = 0;
        for (int at = 0; at < 10_000; at += 10) {
            long now = Duration.ofMillis(at).toNanos();
            budget.fits(Usage.NONE, now);
            Optional<LeaseRequest> due = budget.nextRequest(now);
            if (due.isPresent()) {
                budget.onReply(due.get(), REFUSED);
                requests++;
            }
        }
        return requests;
    }
}
