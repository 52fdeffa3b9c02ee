/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveLimitTest {
    private final AdaptiveLimit limit = new AdaptiveLimit(8, 3);

    @Test
    void eachRateLimitHalvesTheLimitDownToOne() {
        assertThat(limit.current()).isEqualTo(8);
        for (int expected : new int[] {4, 2, 1, 1}) {
            long sentAt = 10L * (9 - expected) + limit.current();
            limit.rateLimited(sentAt, sentAt + 1);
            assertThat(limit.current()).isEqualTo(expected);
            limit.rateLimited(Long.MIN_VALUE / 4, sentAt + 1);
        }
    }

    @Test
    void concurrentRateLimitsHalveTheLimitOnce() {
        limit.rateLimited(1, 10);
        limit.rateLimited(2, 11);
        limit.rateLimited(10, 12);

        assertThat(limit.current()).isEqualTo(4);
        limit.rateLimited(11, 20);
        assertThat(limit.current()).isEqualTo(2);
    }

    @Test
    void cleanStretchRaisesTheLimitByOneUpToTheMaximum() {
        limit.rateLimited(0, 1);
        answered(2);
        assertThat(limit.current()).isEqualTo(4);
        answered(1);
        assertThat(limit.current()).isEqualTo(5);

        answered(100);
        assertThat(limit.current()).isEqualTo(8);
    }

    @Test
    void rateLimitRestartsTheCleanStretch() {
        limit.rateLimited(0, 1);
        answered(2);
        limit.rateLimited(0, 2);
        answered(2);

        assertThat(limit.current()).isEqualTo(4);
    }

    private void answered(int times) {
        for (int i = 0; i < times; i++) {
            limit.answered();
        }
    }
}
