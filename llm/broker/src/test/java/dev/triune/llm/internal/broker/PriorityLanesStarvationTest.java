/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.Ageing;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nothing starves, not even without ageing and under a flood of emergencies. */
class PriorityLanesStarvationTest {
    private static final long FIRST_RAISE = 5_000_000_000L;
    private static final Ageing OFF = new Ageing(Duration.ofSeconds(5), 0);

    @Test
    void emergenciesDelayEachWaitingItemBySixteenPolls() {
        for (int before = 0; before < 30; before++) {
            PriorityLanes<String> lanes = new PriorityLanes<>(OFF);
            for (int i = 0; i < before; i++) {
                lanes.add("earlier", Priority.LOW, i, 0);
            }
            lanes.add("background", Priority.BACKGROUND, before, 0);

            // an endless flood of emergencies reaches the bound exactly
            assertThat(pollsUntilServed(lanes, before, Priority.CRITICAL))
                    .isEqualTo(16 * (before + 1));
        }
    }

    @Test
    void urgentRequestsDelayEachWaitingItemByFourPolls() {
        for (int before = 0; before < 30; before++) {
            PriorityLanes<String> lanes = new PriorityLanes<>(OFF);
            for (int i = 0; i < before; i++) {
                lanes.add("earlier", Priority.LOW, i, 0);
            }
            lanes.add("background", Priority.BACKGROUND, before, 0);

            assertThat(pollsUntilServed(lanes, before, Priority.HIGH)).isEqualTo(4 * (before + 1));
        }
    }

    @Test
    void servesRandomRequestsWithinTheirBound() {
        for (long seed = 0; seed < 100; seed++) {
            new Flood(seed).run();
        }
    }

    private static int pollsUntilServed(PriorityLanes<String> lanes, int before, Priority flood) {
        for (int polls = 1; polls <= 16 * (before + 2); polls++) {
            lanes.add("newcomer", flood, before + polls, 0);
            if ("background".equals(lanes.poll(FIRST_RAISE))) {
                return polls;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static final class Flood {
        private static final int POLLS = 2_000;

        private final long seed;
        private final Random random;
        private final PriorityLanes<Long> lanes;

        /** The latest poll, of ten per second, at which each waiting request must be served. */
        private final Map<Long, Long> bounds = new HashMap<>();

        private long order;

        Flood(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.lanes = new PriorityLanes<>(random.nextBoolean() ? OFF : Ageing.DEFAULT);
        }

        void run() {
            for (long poll = 0; poll < POLLS; poll++) {
                long now = poll * 100_000_000L;
                for (int arrivals = random.nextInt(3); arrivals > 0; arrivals--) {
                    arrive(poll, now);
                }
                Long served = lanes.poll(now);
                if (served != null) {
                    assertThat(poll + 1)
                            .as("poll that served %d, seed %d", served, seed)
                            .isLessThanOrEqualTo(bounds.remove(served));
                }
            }
            assertThat(bounds.values())
                    .as("bounds of those still waiting, seed %d", seed)
                    .allMatch(bound -> bound > POLLS);
        }

        private void arrive(long poll, long now) {
            bounds.put(++order, poll + 50 + 16L * (lanes.size() + 1));
            int level = random.nextInt(5) == 0 ? 1 + random.nextInt(10) : 10;
            lanes.add(order, Priority.of(level), order, now);
        }
    }
}
