/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second prompt after a useless answer, with other events in between. */
class SecondTryTest {
    private static final PlanPart NONSENSE = new PlanPart.RejectedStep("fly", "no such action");

    private final TestWorld world = TestWorld.thinkingOnly();
    private final int agent = world.agent();

    @Test
    void errorOfSupersededSecondTryIsInTheNextPromptOfItsLayer() {
        Asked second = secondTry();
        world.conversation(agent).active = true;
        world.ticks(6);
        Asked talk = world.broker.last();
        assertThat(talk).isNotSameAs(second);
        assertThat(talk.request().layer()).isEqualTo("talker");
        assertThat(world.scheduler.stats().requests().superseded()).isEqualTo(1);
        assertThat(grant(talk)).doesNotContain("no such action");
        world.broker.answer(talk, new PlanPart.SpokenText("Hello."));
        world.conversation(agent).active = false;
        world.ticks(220); // the executor's own cooldown
        Asked next = world.broker.last();
        assertThat(next.request().layer()).isEqualTo("executor");
        assertThat(grant(next)).contains("your last answer was of no use", "no such action");
        assertThat(world.decisionStats().answers().secondTries()).isEqualTo(1);
        assertThat(world.decisionStats().answers().fallbacks()).isZero();
        assertThat(world.decisionStats().answers().total()).isEqualTo(2);
    }

    @Test
    void unusedSecondTryCountsAsNeitherAnswerNorFallback() {
        Asked second = secondTry();
        world.behavior(agent).asleep = true;
        assertThat(world.broker.grant(second)).isEmpty();
        world.tick();
        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
        assertThat(world.decisionStats().answers().fallbacks()).isZero();
        world.behavior(agent).asleep = false;
        world.ticks(220);
        assertThat(grant(world.broker.last())).contains("no such action");
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("rest")));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.mind(agent).troubles()).isEmpty();
    }

    @Test
    void twoUselessAnswersAreNotFollowedByAThirdTry() {
        Asked second = secondTry();
        grant(second);
        world.broker.answer(second, NONSENSE);
        world.ticks(150);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.decisionStats().answers().secondTries()).isEqualTo(1);
        assertThat(world.decisionStats().answers().count(AnswerStatus.REJECTED)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "LENGTH, it reached the length limit",
        "CONTENT_FILTER, a filter withheld it",
        "REFUSAL, you declined to answer",
        "EMPTY, it ended before you said anything of use"
    })
    void incompleteAnswerWithoutStepsIsRetriedWithTheReason(FinishReason reason, String told) {
        world.tick();
        Asked first = world.broker.last();
        grant(first);

        world.broker.end(first, incomplete(reason));
        world.ticks(6);

        assertThat(world.broker.asked()).hasSize(2);
        assertThat(grant(world.broker.last())).contains("your last answer was of no use: " + told);
    }

    @Test
    void planCutOffByLengthKeepsItsStepsAndReportsTheCut() {
        world.tick();
        Asked first = world.broker.last();
        grant(first);

        world.broker.deliver(
                first,
                new PlanPart.QueueableStep(Step.of("rest")),
                new PlanPart.UnreadableRest("the answer ends in the middle"));
        world.broker.end(first, incomplete(FinishReason.LENGTH));
        world.tick();

        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.decisionStats().answers().count(AnswerStatus.REPAIRED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().secondTries()).isZero();
        assertThat(world.mind(agent).troubles())
                .containsExactly("your last answer was incomplete: it reached the length limit;"
                        + " answer more briefly");
    }

    private static Outcome incomplete(FinishReason reason) {
        return new Outcome.Incomplete("fake", "model", reason, false, Usage.NONE);
    }

    private Asked secondTry() {
        world.tick();
        Asked first = world.broker.last();
        grant(first);
        world.broker.answer(first, NONSENSE);
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
        return world.broker.last();
    }

    private String grant(Asked asked) {
        Optional<Prompt> prompt = world.broker.grant(asked);
        assertThat(prompt).isPresent();
        return PacedModel.text(prompt.orElseThrow());
    }
}
