/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that come too late to be of use. */
class ExpiredAnswerTest {
    private final List<AnswerStatus> ends = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .thinking(mindConfig -> mindConfig.answerTimeToLive(Duration.ofSeconds(2)))
            .run("rest", (agent, step) -> Progress.RUNNING)
            .listener(new MindListener() {
                @Override
                public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
                    ends.add(end);
                }
            })
            .build();
    private final int agent = world.agent();

    @Test
    void answerIsAppliedUpToItsLastTick() {
        Asked asked = granted();
        world.ticks(39);
        world.broker.answer(asked, rest());
        world.tick(); // the fortieth since the grant
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(ends).containsExactly(AnswerStatus.APPLIED);
    }

    @Test
    void answerOneTickLaterExpiresWithoutEffect() {
        Asked asked = granted();
        world.ticks(40);
        world.broker.answer(asked, rest(), new PlanPart.NewGoal("personal", "find a cat"));
        world.tick();
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.goals(agent).goals).isEmpty();
        assertThat(ends).containsExactly(AnswerStatus.EXPIRED);
        assertThat(world.decisionStats().answers().count(AnswerStatus.EXPIRED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
        assertThat(world.decisionStats().steps().queued()).isZero();
        assertThat(world.mind(agent).ticket).isZero();
    }

    @Test
    void requestAfterExpiredAnswerIsNotASecondTry() {
        Asked asked = granted();
        world.ticks(40);
        world.broker.answer(asked, rest());
        world.ticks(250);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.decisionStats().answers().secondTries()).isZero();
        assertThat(world.decisionStats().answers().fallbacks()).isZero();
    }

    @Test
    void partsInTimeAreKeptAndLatePartsDropped() {
        Asked asked = granted();
        world.broker.deliver(asked, rest());
        world.ticks(41);
        world.broker.answer(asked, rest(), rest());
        world.tick();
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(ends).containsExactly(AnswerStatus.APPLIED);
    }

    @Test
    void lifetimeOfAnAnswerStartsAtTheGrant() {
        world.tick();
        Asked asked = world.broker.last();
        world.ticks(200);
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.answer(asked, rest());
        world.tick();
        assertThat(ends).containsExactly(AnswerStatus.APPLIED);
    }

    @Test
    void answerExpiresAfterAMinuteByDefault() {
        for (int late = 0; late < 2; late++) {
            TestWorld usual = TestWorld.thinkingOnly();
            usual.agent();
            usual.tick();
            Asked asked = usual.broker.last();
            assertThat(usual.broker.grant(asked)).isPresent();
            usual.ticks(1_199 + late);
            usual.broker.answer(asked, rest());
            usual.tick();
            assertThat(usual.decisionStats().answers().count(AnswerStatus.EXPIRED))
                    .isEqualTo(late);
        }
    }

    private Asked granted() {
        world.tick();
        Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        return asked;
    }

    private static PlanPart rest() {
        return new PlanPart.QueueableStep(Step.of("rest"));
    }
}
