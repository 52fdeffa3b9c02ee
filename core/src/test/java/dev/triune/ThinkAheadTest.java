/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.LiveWorld;
import dev.triune.fixture.PacedModel;
import dev.triune.llm.BrokerListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Eight villagers who work, walk and store, and a model that takes two seconds for each plan. */
class ThinkAheadTest {
    private static final long SEED = 20_261_121;

    /** Of the two seconds that an answer takes, the model thinks for more than half. */
    private static final Duration THINKING = Duration.ofMillis(1_200);

    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final int VILLAGERS = 8;
    private static final int TICKS = 24_000;

    /** The results of a simulated day. */
    private record Life(List<Integer> idle, MindStats decisionStats, long ahead, int waiting) {
        int percentile(double share) {
            List<Integer> sorted = new ArrayList<>(idle);
            Collections.sort(sorted);
            return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
        }
    }

    @Test
    void planningAheadRemovesIdleTimeAndCountsWastedCalls() {
        Life with = live(true);
        Life without = live(false);
        System.out.printf(
                "seed %d: idle ticks between plans p50 %d p95 %d (%d pauses), without %d %d (%d);"
                        + " thought ahead %d, used %d, wasted %d%n",
                SEED,
                with.percentile(0.5),
                with.percentile(0.95),
                with.idle().size(),
                without.percentile(0.5),
                without.percentile(0.95),
                without.idle().size(),
                with.ahead(),
                with.decisionStats().plans().nextUsed(),
                with.decisionStats().plans().nextWasted());
        assertThat(with.idle()).hasSizeGreaterThan(200);
        assertThat(with.percentile(0.95)).as("seed " + SEED).isZero();
        assertThat(without.percentile(0.95)).as("seed " + SEED).isGreaterThan(20);
        assertThat(without.percentile(0.5)).as("seed " + SEED).isGreaterThan(20);
        assertThat(without.ahead()).isZero();
        assertThat(with.decisionStats().plans().nextUsed()).isGreaterThan(200);
        assertThat(with.decisionStats().plans().nextUsed()
                        + with.decisionStats().plans().nextWasted()
                        + with.waiting())
                .as("each plan made ahead is used, wasted or still waiting")
                .isBetween(with.ahead() - VILLAGERS, with.ahead());
    }

    private static Life live(boolean ahead) {
        Random random = new Random(SEED);
        Map<Integer, Integer> left = new HashMap<>();
        ActionCatalog actions = ActionCatalog.builder()
                .action("work", "work", Field.whole("ticks", 1, 1_000))
                .build();
        LiveWorld world = new LiveWorld(
                actions,
                time -> new PacedModel(time, THINKING, ANSWER, prompt -> plan(random)),
                new BrokerListener() {},
                minds -> minds.configure(mindConfig -> mindConfig.thinkAhead(ahead))
                        .runner("work", (agent, step) -> work(agent, step, left)));
        List<Integer> villagers = new ArrayList<>();
        for (int i = 0; i < VILLAGERS; i++) {
            villagers.add(world.agent("Villager " + i));
        }
        List<Integer> idle = new ArrayList<>();
        Pauses pauses = new Pauses(world, idle);
        for (int tick = 0; tick < TICKS; tick++) {
            world.tick();
            villagers.forEach(pauses::look);
        }
        int waiting = (int) villagers.stream()
                .filter(agent -> world.queue(agent).hasNextPlan())
                .count();
        return new Life(
                idle,
                world.minds.stats(),
                world.scheduler().stats().requests().plannedAhead(),
                waiting);
    }

    /** Three or four steps of three to nine seconds each, as walks and work in a village take. */
    private static String plan(Random random) {
        List<String> steps = new ArrayList<>();
        int count = 3 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            steps.add("{\"type\":\"work\",\"ticks\":" + (60 + random.nextInt(120)) + "}");
        }
        return "{\"action\":[" + String.join(",", steps) + "]}";
    }

    private static Progress work(int agent, Step step, Map<Integer, Integer> left) {
        int ticks = left.merge(agent, -1, (before, one) -> before - 1);
        if (ticks < 0) {
            left.put(agent, step.whole("ticks", 1));
            return Progress.RUNNING;
        }
        if (ticks == 0) {
            left.remove(agent);
            return Progress.DONE;
        }
        return Progress.RUNNING;
    }

    /**
     * Counts, for each agent, the ticks without anything to do after a plan and before the next.
     */
    private static final class Pauses {
        private final LiveWorld world;
        private final List<Integer> lengths;
        private final Map<Integer, Integer> idle = new HashMap<>();
        private final Map<Integer, Step> last = new HashMap<>();

        Pauses(LiveWorld world, List<Integer> lengths) {
            this.world = world;
            this.lengths = lengths;
        }

        @SuppressWarnings("ReferenceEquality") // two plans may begin alike
        void look(int agent) {
            Behavior behavior = world.behavior(agent);
            BehaviorQueue queue = world.queue(agent);
            boolean working = behavior.origin == Behavior.Origin.STEP;
            List<QueuedStep> plan = queue.wholePlan();
            Step first = plan.isEmpty() ? null : plan.get(0).step;
            if (!working) {
                idle.merge(agent, 1, Integer::sum);
            } else if (last.get(agent) != first) { // another plan
                if (last.containsKey(agent)) {
                    lengths.add(idle.getOrDefault(agent, 0));
                }
                last.put(agent, first);
                idle.put(agent, 0);
            }
        }
    }
}
