/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.VisibleObject;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.fixture.LiveWorld;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A hundred thousand answers with many kinds of errors, through the real broker and
 * decoder. {@code -Dfuzz.answers=N} sets how many, {@code -Dfuzz.seed=N} which.
 */
class WildAnswersTest {
    private static final int ANSWERS =
            Integer.getInteger("fuzz.answers", Thorough.count(5_000, 100_000));
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_121);
    private static final int AGENTS = 64;
    private static final VisibleObject OAK = VisibleObject.of("the old oak", "tree");

    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.oneOf("target", "wood", "berries"),
                    Field.whole("amount", 1, 20))
            .action("chop", "fell a tree", Field.target("tree", "tree"))
            .action("talk", "say something", Field.text("text"))
            .action("cook", "make a meal")
            .action("rest", "sit down")
            .synonyms("gather", "collect")
            .require("cook", "a fire nearby", (agent, step) -> agent % 2 == 0)
            .selfActions()
            .build();

    private final Random random = new Random(SEED);
    private final Rungs rungs = new Rungs(this::check, this::isAskedAgain);
    private final Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Map<String, Long> failures = new TreeMap<>();
    private final List<String> foreign = new ArrayList<>();
    private final LiveWorld world = new LiveWorld(
            ACTIONS,
            time -> new WildModel(time, random),
            new BrokerListener() {
                @Override
                public void ended(Ticket ticket, Outcome outcome) {
                    outcomes.merge(outcome.kind(), 1L, Long::sum);
                    if (outcome instanceof Outcome.Failed failed) {
                        failures.merge(failed.message(), 1L, Long::sum);
                    }
                }
            },
            minds -> minds.requestInterval(Duration.ZERO)
                    .configure(config -> config.smartCalling(false))
                    .runner(
                            "gather",
                            (agent, step) -> random.nextInt(9) == 0
                                    ? Progress.failed("gone")
                                    : Progress.DONE)
                    .runner("chop", (agent, step) -> Progress.DONE)
                    .runner("talk", (agent, step) -> Progress.DONE)
                    .runner("cook", (agent, step) -> Progress.DONE)
                    .runner("rest", (agent, step) -> Progress.DONE)
                    .routine(new Routine() {
                        @Override
                        public List<Step> bridge(int agent, Step step, String obstacle) {
                            return List.of(Step.of("rest"));
                        }

                        @Override
                        public List<Step> fallback(int agent) {
                            return List.of(Step.of("rest"));
                        }
                    })
                    .listener(rungs));

    @Test
    void malformedAnswersNeverBreakTheTickOrQueueUnknownSteps() {
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            int agent = world.agent("Villager " + i);
            world.of(agent, Senses.class).visible.add(OAK);
            agents.add(agent);
        }
        for (Layer layer : Layer.values()) {
            world.scheduler().layer(layer, config -> config.withCooldown(Duration.ZERO));
        }
        for (int tick = 0; world.minds.stats().answers().total() < ANSWERS; tick++) {
            agents.forEach(agent -> world.scheduler().resetCooldowns(agent));
            agents.forEach(agent -> world.scheduler().request(agent));
            world.tick();
            assertSums(world.minds.stats(), agents, tick);
        }
        MindStats decisionStats = world.minds.stats();
        System.out.println("seed " + SEED + ": " + rungs.report() + "; bridged "
                + decisionStats.repairs().bridged() + ", steps mended "
                + decisionStats.repairs().repaired()
                + ", refused " + decisionStats.repairs().refused());
        assertThat(foreign).as("steps outside the catalog, seed %d", SEED).isEmpty();
        assertThat(failures).as("calls that failed, seed %d", SEED).isEmpty();
        assertThat(decisionStats.answers().total())
                .isEqualTo(outcomes.getOrDefault(Outcome.Kind.ANSWERED, 0L)
                        + outcomes.getOrDefault(Outcome.Kind.INCOMPLETE, 0L));
        for (Rungs.Rung rung : Rungs.Rung.values()) {
            assertThat(rungs.count(rung)).as("%s, seed %d", rung, SEED).isPositive();
        }
        assertThat(decisionStats.repairs().bridged()).isPositive();
    }

    private void assertSums(MindStats decisionStats, List<Integer> agents, int tick) {
        long inQueues = 0;
        for (int agent : agents) {
            BehaviorQueue queue = world.queue(agent);
            assertThat(queue.steps.size() + queue.ahead().size())
                    .isLessThanOrEqualTo(BehaviorQueue.LIMIT);
            inQueues += queue.steps.stream().filter(step -> !step.finished()).count();
            inQueues += queue.ahead().size();
        }
        assertThat(decisionStats.steps().done()
                        + decisionStats.steps().failed()
                        + decisionStats.steps().dropped()
                        + inQueues)
                .as("steps, tick %d, seed %d", tick, SEED)
                .isEqualTo(decisionStats.steps().queued());
    }

    private boolean isAskedAgain(int agent) {
        return world.of(agent, Mind.class).secondTry != null;
    }

    private void check(Step step) {
        try {
            boolean known = ACTIONS.check(step).equals(step)
                    && ACTIONS.resolveTargets(step, List.of(OAK)).equals(step);
            if (!known) {
                foreign.add(step.toString());
            }
        } catch (InvalidStepException e) {
            foreign.add(step + ": " + e.reason());
        }
    }
}
