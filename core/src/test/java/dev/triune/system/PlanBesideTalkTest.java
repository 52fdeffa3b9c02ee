/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.GameRule;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that a model writes goes on while the agent answers a player. */
class PlanBesideTalkTest {
    /** The ticks after which talk that has not begun takes the place of the plan. */
    private static final int HALF_A_SECOND = 10;

    private boolean playerWaits;

    private final TestWorld world = TestWorld.builder()
            .thinking(config -> config.policy(SelectionTable.standard()
                    .with(
                            new GameRule(
                                    Layer.TALKER,
                                    Purpose.PLAYER,
                                    9,
                                    "a player",
                                    "a player",
                                    agent -> playerWaits),
                            StandardSelectionRule.IDLE)))
            .withoutReflexes()
            .withoutActing()
            .build();

    private final int agent = world.agent();

    @SuppressWarnings("NullAway.Init")
    private Asked plan;

    @SuppressWarnings("NullAway.Init")
    private Asked talk;

    @BeforeEach
    void aPlayerSpeaksWhileAPlanIsWritten() {
        world.tick();
        plan = world.broker.last();
        assertThat(world.broker.grant(plan)).isPresent();
        world.tick();
        playerWaits = true;
        world.ticks(6);
        talk = world.broker.last();
        assertThat(world.broker.asked()).containsExactly(plan, talk);
        assertThat(plan.isEnded()).as("the plan goes on").isFalse();
    }

    private void answerPlan() {
        world.broker.answer(plan, new PlanPart.QueueableStep(Step.of("gather")));
        world.tick();
    }

    private void answerTalk() {
        playerWaits = false;
        world.broker.answer(talk, new PlanPart.SpokenText("Yes?"));
        world.tick();
    }

    private void applied(int count) {
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(count);
        assertThat(world.decisionStats().requests().superseded()).isZero();
    }

    @Test
    void itsStepsAreQueuedWhileTheAnswerIsStillWaitedFor() {
        world.broker.grant(talk);
        answerPlan();
        assertThat(world.plan(agent)).containsExactly("gather");
        assertThat(world.mind(agent).ticket).isEqualTo(talk.ticket().number());
        applied(1);
        answerTalk();
        assertThat(world.plan(agent)).containsExactly("gather");
        assertThat(world.mind(agent).ticket).isZero();
        applied(2);
    }

    @Test
    void itIsTheRequestOfTheAgentAgainOnceThePlayerIsAnswered() {
        world.broker.grant(talk);
        answerTalk();
        assertThat(world.mind(agent).ticket).isEqualTo(plan.ticket().number());
        world.scheduler.resetCooldowns(agent, Layer.EXECUTOR);
        world.ticks(300);
        assertThat(world.broker.asked()).as("no second plan").containsExactly(plan, talk);
        answerPlan();
        assertThat(world.mind(agent).ticket).isZero();
        applied(2);
    }

    @Test
    void nextLineOfThePlayerFindsItGoingOnStill() {
        world.broker.grant(talk);
        answerTalk();
        playerWaits = true;
        world.scheduler.resetCooldowns(agent, Layer.TALKER);
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(3);
        assertThat(world.broker.last().request().agent())
                .isEqualTo(talk.request().agent());
        assertThat(plan.isEnded()).isFalse();
    }

    @Test
    void brokerKnowsBothByNamesOfTheirOwn() {
        assertThat(talk.request().agent()).isEqualTo(plan.request().agent() + " talk");
    }

    @Test
    void noSecondPlanIsAskedForBesideIt() {
        world.broker.grant(talk);
        world.broker.end(talk, new Outcome.Cancelled(false));
        world.mind(agent).ticket = 0; // as when a conversation breaks off its line
        playerWaits = false;
        world.scheduler.resetCooldowns(agent);
        assertThat(world.scheduler.request(agent)).isEmpty();
        world.ticks(300);
        assertThat(world.broker.asked()).containsExactly(plan, talk);
        answerPlan();
        assertThat(world.plan(agent)).containsExactly("gather");
    }

    @Test
    void itMakesRoomForTalkThatDoesNotBegin() {
        world.broker.deliver(plan, new PlanPart.QueueableStep(Step.of("gather")));
        world.ticks(HALF_A_SECOND - 6);
        assertThat(world.broker.cancelled()).isEmpty();
        world.ticks(8);
        assertThat(world.broker.cancelled()).containsOnly(plan.ticket());
        assertThat(talk.isEnded()).isFalse();
        assertThat(world.plan(agent)).as("what it said already").containsExactly("gather");
    }

    @ParameterizedTest
    @ValueSource(strings = {"order", "plan given up", "hold", "death", "deletion", "new mind"})
    void whatEndsTheRequestOfAnAgentEndsBoth(String end) {
        world.broker.ignoreCancel();
        world.broker.grant(talk);
        Consumer<Integer> ends = switch (end) {
            case "order" -> one -> world.decisions.order(one, List.of(Step.of("rest")));
            case "plan given up" -> world.decisions::cancelPlan;
            case "hold" -> world.scheduler::hold;
            case "death" -> one -> world.needs(one).health = 0;
            case "deletion" -> world.world::delete;
            default -> one -> world.mind(one).serial = 0;
        };
        ends.accept(agent);
        world.tick();
        answerPlan();
        if (world.world.getEntityManager().isActive(agent)) {
            assertThat(world.plan(agent)).doesNotContain("gather");
        }
        answerTalk();
        world.tick();
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isZero();
        assertThat(world.decisionStats().requests().pending()).isLessThanOrEqualTo(1);
    }
}
