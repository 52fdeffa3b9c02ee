/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.utils.IntBag;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of steps and answers add up whatever happens. */
class DecisionStatsTest {
    private static final int AGENTS = 300;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void countsAddUpAfterEveryTickOfARandomRun(long seed) {
        System.out.println("seed " + seed);
        Life life = new Life(new Random(seed));
        for (int tick = 0; tick < 1_500; tick++) {
            life.advance();
            life.assertSums();
        }
        life.endAll();
        life.assertSums();
        assertThat(life.world.decisionStats().requests().pending()).isZero();
        assertThat(life.world.decisionStats().requests().pendingUpdates()).isZero();
        MindStats decisionStats = life.world.decisionStats();
        assertThat(decisionStats.answers().total()).isGreaterThan(AGENTS);
        assertThat(decisionStats.answers().count(AnswerStatus.APPLIED)).isPositive();
        assertThat(decisionStats.answers().count(AnswerStatus.REJECTED)).isPositive();
        assertThat(decisionStats.answers().count(AnswerStatus.ORPHANED)).isPositive();
        assertThat(decisionStats.steps().done()).isPositive();
        assertThat(decisionStats.steps().failed()).isPositive();
        assertThat(decisionStats.steps().dropped()).isPositive();
        assertThat(decisionStats.repairs().refused()).isPositive();
    }

    @Test
    void sameSeedGivesSameCounts() {
        assertThat(fingerprint(7)).isEqualTo(fingerprint(7)).isNotEqualTo(fingerprint(8));
    }

    private static String fingerprint(long seed) {
        Life life = new Life(new Random(seed));
        for (int tick = 0; tick < 300; tick++) {
            life.advance();
        }
        MindStats decisionStats = life.world.decisionStats();
        return decisionStats.steps().queued() + " " + decisionStats.steps().done() + " "
                + decisionStats.steps().failed()
                + " " + decisionStats.steps().dropped() + " "
                + decisionStats.answers().total() + " "
                + decisionStats.repairs().refused();
    }

    /** A random run: agents are created, send requests, get answers, act and are deleted. */
    private static final class Life {
        private final Random random;
        private final TestWorld world;
        private final List<Integer> agents = new ArrayList<>();
        private final List<Asked> open = new ArrayList<>();
        private int seen;
        private long answered;

        Life(Random random) {
            this.random = random;
            this.world = TestWorld.builder()
                    .thinking(mindConfig -> mindConfig.smartCalling(false))
                    .pace(pace -> pace.withRequestInterval(Duration.ZERO))
                    .run(
                            "rest",
                            (agent, step) ->
                                    random.nextInt(5) == 0 ? Progress.DONE : Progress.RUNNING)
                    .run(
                            "gather",
                            (agent, step) -> random.nextInt(9) == 0
                                    ? Progress.failed("gone")
                                    : Progress.RUNNING)
                    .build();
            world.broker.ignoreCancel();
            for (int i = 0; i < AGENTS; i++) {
                agents.add(world.agent());
            }
        }

        void advance() {
            world.tick();
            for (; seen < world.broker.asked().size(); seen++) {
                Asked asked = world.broker.asked().get(seen);
                if (world.broker.grant(asked).isPresent()) {
                    open.add(asked);
                }
            }
            for (int i = 0; i < 3 && !open.isEmpty(); i++) {
                stream(open.get(random.nextInt(open.size())));
            }
            if (random.nextInt(5) == 0) {
                int place = random.nextInt(agents.size());
                world.world.delete(agents.get(place));
                agents.remove(place);
            }
            if (agents.size() < AGENTS && random.nextInt(4) == 0) {
                agents.add(world.agent());
            }
            int agent = agents.get(random.nextInt(agents.size()));
            world.needs(agent).hunger = random.nextFloat();
            world.conversation(agent).active = random.nextInt(4) == 0;
        }

        private void stream(Asked asked) {
            switch (random.nextInt(6)) {
                case 0 ->
                    world.broker.deliver(
                            asked, new PlanPart.RejectedStep("gather", "target is missing"));
                case 1 ->
                    world.broker.deliver(asked, new PlanPart.QueueableStep(Step.of("gather")));
                case 2 ->
                    world.broker.deliver(
                            asked, new PlanPart.QueueableStep(Step.of("nothing anybody can do")));
                case 3 -> end(asked, FakeBroker.ANSWERED);
                case 4 -> {
                    if (random.nextInt(4) == 0) {
                        end(asked, new Outcome.Failed(FailureCode.CUT_OFF, "cut off", true));
                    }
                }
                default -> world.broker.deliver(asked, new PlanPart.QueueableStep(Step.of("rest")));
            }
        }

        private void end(Asked asked, Outcome outcome) {
            world.broker.end(asked, outcome);
            open.remove(asked);
            if (outcome.kind() == Outcome.Kind.ANSWERED) {
                answered++;
            }
        }

        void endAll() {
            List.copyOf(open).forEach(asked -> end(asked, FakeBroker.ANSWERED));
            agents.forEach(agent -> world.mind(agent).usesModel = false);
            while (seen < world.broker.asked().size()) {
                world.broker.end(world.broker.asked().get(seen++), new Outcome.Expired());
            }
            world.tick();
        }

        void assertSums() {
            world.broker.doWork();
            MindStats decisionStats = world.decisionStats();
            long inMail = world.decisionStats().requests().pendingUpdates();
            assertThat(decisionStats.answers().total()).isBetween(answered - inMail, answered);
            long inQueues = 0;
            for (int agent : agents) {
                inQueues += world.queue(agent).ahead().size();
                inQueues += world.queue(agent).steps.stream()
                        .filter(queued -> !queued.finished())
                        .count();
            }
            inQueues += dyingSteps();
            assertThat(decisionStats.steps().queued())
                    .isEqualTo(decisionStats.steps().done()
                            + decisionStats.steps().failed()
                            + decisionStats.steps().dropped()
                            + inQueues);
        }

        /** Deleted agents keep their queue until the next tick begins. */
        private long dyingSteps() {
            IntBag all = world.world
                    .getAspectSubscriptionManager()
                    .get(Aspect.all(BehaviorQueue.class))
                    .getEntities();
            long steps = 0;
            for (int i = 0; i < all.size(); i++) {
                if (!agents.contains(all.get(i))) {
                    for (QueuedStep queued : world.queue(all.get(i)).steps) {
                        steps += queued.finished() ? 0 : 1;
                    }
                }
            }
            return steps;
        }
    }
}
