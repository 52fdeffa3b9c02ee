/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.BitVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ticks in which a system visits agents. */
class DirtyAgentsTest {
    private final DirtyAgents dirtyAgents = new DirtyAgents();

    @Test
    void agentIsDueExactlyOnceInItsTick() {
        dirtyAgents.markAt(7, 3);
        assertThat(due(2)).isEmpty();
        assertThat(due(3)).containsExactly(7);
        assertThat(due(4)).isEmpty();
        assertThat(due(3 + 4_096)).isEmpty();
    }

    @Test
    void onlyTheLastSetTickCounts() {
        dirtyAgents.markAt(7, 3);
        dirtyAgents.markAt(7, 9);
        dirtyAgents.markAt(8, 3);
        dirtyAgents.markAt(8, DirtyAgents.NEVER);
        assertThat(due(5)).isEmpty();
        assertThat(due(9)).containsExactly(7);
    }

    @Test
    void ticksBeyondOneRoundWaitForTheirOwnRound() {
        dirtyAgents.markAt(1, 5 + 2 * 4_096);
        assertThat(due(5)).isEmpty();
        assertThat(due(5 + 4_096)).isEmpty();
        assertThat(due(5 + 2 * 4_096)).containsExactly(1);
    }

    @Test
    void noAgentIsLostWhenTheClockJumps() {
        dirtyAgents.markAt(1, 10);
        dirtyAgents.markAt(2, 1_000_000);
        dirtyAgents.markAt(3, 1_000_001);
        assertThat(due(1_000_000)).containsExactlyInAnyOrder(1, 2);
        assertThat(due(1_000_001)).containsExactly(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithAPlainList(long seed) {
        Random random = new Random(seed);
        TreeMap<Integer, Long> all = new TreeMap<>();
        long tick = 0;
        for (int i = 0; i < 20_000; i++) {
            int agent = random.nextInt(300);
            long at = tick + 1 + random.nextInt(random.nextBoolean() ? 10 : 10_000);
            boolean takenBack = random.nextInt(4) == 0;
            dirtyAgents.markAt(agent, takenBack ? DirtyAgents.NEVER : at);
            all.remove(agent);
            if (!takenBack) {
                all.put(agent, at);
            }
            if (random.nextInt(3) == 0) {
                tick += random.nextInt(500) == 0 ? random.nextInt(9_000) : 1;
                long now = tick;
                TreeSet<Integer> expected = new TreeSet<>();
                all.forEach((id, due) -> {
                    if (due <= now) {
                        expected.add(id);
                    }
                });
                all.keySet().removeAll(expected);
                assertThat(due(now))
                        .as("seed %d, tick %d", seed, now)
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    private List<Integer> due(long tick) {
        dirtyAgents.begin(tick, new BitVector());
        List<Integer> told = new ArrayList<>();
        for (int agent = dirtyAgents.takeNext(0);
                agent >= 0;
                agent = dirtyAgents.takeNext(agent + 1)) {
            told.add(agent);
        }
        return told;
    }
}
