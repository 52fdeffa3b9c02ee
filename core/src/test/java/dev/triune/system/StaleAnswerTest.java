/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that arrive when their agent is deleted or no longer waits for them. */
class StaleAnswerTest {
    private static final PlanPart STEP = new PlanPart.QueueableStep(Step.of("rest"));

    private final List<String> heard = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .listener(new MindListener() {
                @Override
                public void spoke(int agent, Layer layer, String text) {
                    heard.add(text);
                }
            })
            .build();

    @Test
    void answerNeverReachesAnotherAgentWithTheSameEntityId() {
        int agent = world.agent();
        world.tick();
        Asked asked = world.broker.last();
        Mind mind = world.mind(agent);
        long serial = mind.serial;
        world.broker.ignoreCancel();
        world.broker.deliver(asked, STEP);
        world.tick();
        world.world.delete(agent);
        world.tick();

        int heir = world.agent();
        assertThat(heir).isEqualTo(agent);
        assertThat(world.mind(heir)).isNotSameAs(mind); // minds are not pooled
        world.mind(heir).usesModel = false;
        world.tick();
        assertThat(world.mind(heir).serial).isGreaterThan(serial);

        world.broker.answer(
                asked,
                STEP,
                new PlanPart.SpokenText("Boo!"),
                new PlanPart.NewGoal("personal", "haunt the heir"));
        world.ticks(3);
        assertThat(world.plan(heir)).isEmpty();
        assertThat(world.goals(heir).goals).isEmpty();
        assertThat(heard).isEmpty();
        assertThat(world.decisionStats().answers().count(AnswerStatus.ORPHANED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
        assertThat(world.decisionStats().requests().pending()).isZero();
    }

    @Test
    void agentWithReusedEntityIdHasItsOwnRequest() {
        int agent = world.agent();
        world.tick();
        Asked old = world.broker.last();
        world.broker.ignoreCancel();
        world.world.delete(agent);
        world.tick();
        int heir = world.agent();
        assertThat(heir).isEqualTo(agent);
        world.ticks(10);
        Asked own = world.broker.last();
        assertThat(own).isNotSameAs(old);
        world.broker.answer(old, STEP, STEP, STEP);
        world.broker.answer(own, STEP);
        world.tick();
        assertThat(world.plan(heir)).hasSize(1);
        assertThat(world.decisionStats().answers().count(AnswerStatus.ORPHANED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
    }

    @Test
    void answerForDeletedAgentIsOrphaned() {
        int agent = world.agent();
        world.tick();
        world.broker.ignoreCancel();
        world.world.delete(agent);
        world.broker.answer(world.broker.last(), STEP);
        world.ticks(2);
        assertThat(world.decisionStats().answers().count(AnswerStatus.ORPHANED)).isEqualTo(1);
        assertThat(world.decisionStats().steps().queued()).isZero();
    }

    @Test
    void answerNoLongerAwaitedIsSuperseded() {
        int agent = world.agent();
        world.tick();
        world.mind(agent).ticket = 999;
        world.broker.answer(world.broker.last(), STEP, new PlanPart.SpokenText("Too late."));
        world.tick();
        assertThat(world.plan(agent)).isEmpty();
        assertThat(heard).isEmpty();
        assertThat(world.mind(agent).ticket).isEqualTo(999);
        assertThat(world.decisionStats().answers().count(AnswerStatus.SUPERSEDED))
                .isEqualTo(1);
    }

    @Test
    void countsOnlyAnsweredRequestsAsAnswers() {
        for (Outcome outcome : List.of(
                new Outcome.Cancelled(true),
                new Outcome.Expired(),
                new Outcome.Superseded(),
                new Outcome.Rejected(Outcome.RejectReason.QUEUE_FULL, Duration.ZERO))) {
            world.agent();
            world.ticks(5);
            world.broker.end(world.broker.last(), outcome);
        }
        world.tick();
        assertThat(world.decisionStats().answers().total()).isZero();
        assertThat(world.decisionStats().requests().pending()).isZero();
    }

    @Test
    void remainingStepsOfDeletedAgentAreDropped() {
        int agent = world.agent();
        world.tick();
        world.broker.answer(world.broker.last(), STEP, STEP, STEP);
        world.tick();
        world.world.delete(agent);
        world.tick();
        assertThat(world.decisionStats().steps().queued()).isEqualTo(3);
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(3);
    }
}
