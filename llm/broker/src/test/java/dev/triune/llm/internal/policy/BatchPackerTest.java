/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchPackerTest {
    private record Job(int id, int cost) {}

    private static final List<Job> COMBAT_TRADE_CRAFT_IDLE =
            List.of(new Job(1, 2), new Job(2, 1), new Job(3, 3), new Job(4, 1));

    @Test
    void costsTwoOneThreeOneAtFiveCreditsGiveRequestsOneTwoAndFour() {
        List<Job> batch =
                BatchPacker.pack(COMBAT_TRADE_CRAFT_IDLE, Job::cost, 5, BatchPacker.MAX_REQUESTS);

        assertThat(batch).extracting(Job::id).containsExactly(1, 2, 4);
        assertThat(batch.stream().mapToInt(Job::cost).sum())
                .as("one credit is left")
                .isEqualTo(4);
    }

    @Test
    void aBatchHoldsTenAtTheMost() {
        List<Integer> many = Collections.nCopies(45, 1);

        assertThat(BatchPacker.pack(many, cost -> cost, 100, BatchPacker.MAX_REQUESTS))
                .hasSize(10);
    }

    @Test
    void withoutCreditsOnlyWhatIsFreeIsPacked() {
        assertThat(BatchPacker.pack(List.of(1, 0, 2), cost -> cost, 0, BatchPacker.MAX_REQUESTS))
                .containsExactly(0);
        assertThat(BatchPacker.pack(List.of(0), cost -> cost, 5, 0)).isEmpty();
    }

    @Test
    void hugeCostsDoNotOverflow() {
        List<Integer> costs = List.of(5, Integer.MAX_VALUE, 1);

        assertThat(BatchPacker.pack(costs, cost -> cost, 6, 10)).containsExactly(5, 1);
    }

    @Test
    void nothingSkippedWouldHaveFitted() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Job> jobs = new ArrayList<>();
            for (int id = 0; id < random.nextInt(30); id++) {
                jobs.add(new Job(id, random.nextInt(6)));
            }
            int credits = random.nextInt(30);
            List<Job> batch = BatchPacker.pack(jobs, Job::cost, credits, BatchPacker.MAX_REQUESTS);

            int left = credits;
            List<Job> expected = new ArrayList<>();
            for (Job job : jobs) {
                if (expected.size() < 10 && job.cost <= left) {
                    expected.add(job);
                    left -= job.cost;
                }
            }
            assertThat(batch).as("seed %d", seed).isEqualTo(expected);
            assertThat(batch.stream().mapToInt(Job::cost).sum())
                    .as("cost, seed %d", seed)
                    .isLessThanOrEqualTo(credits);
        }
    }

    @Test
    void badValuesAreRefused() {
        assertThatThrownBy(() -> BatchPacker.pack(List.of(-1), cost -> cost, 5, 10))
                .hasMessage("cost -1 (expected 0 or more)");
        assertThatThrownBy(() -> BatchPacker.pack(List.of(1), cost -> cost, -1, 10))
                .hasMessage("credits -1 (expected 0 or more)");
        assertThatThrownBy(() -> BatchPacker.pack(List.of(1), cost -> cost, 1, -1))
                .hasMessage("most requests -1 (expected 0 or more)");
    }
}
