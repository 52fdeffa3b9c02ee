/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rungs of the repair ladder for unusable steps. */
class RepairLadderTest {
    private static final PlanPart NONSENSE = new PlanPart.RejectedStep("unknown", "no such action");

    private boolean fireBurns;
    private final List<String> told = new ArrayList<>();
    private final ActionCatalog actions = ActionCatalog.builder()
            .action("chop", "fell a tree", Field.target("tree", "tree"))
            .action("cook", "make a meal")
            .action("rest", "sit down")
            .require("cook", "a fire nearby", (agent, step) -> fireBurns)
            .build();
    private final Routine routine = new Routine() {
        @Override
        public List<Step> bridge(int agent, Step step, String obstacle) {
            told.add("bridge " + step + ": " + obstacle);
            return List.of(Step.of("rest"));
        }

        @Override
        public List<Step> fallback(int agent) {
            return List.of(Step.of("rest"), Step.of("rest"));
        }
    };
    private final TestWorld world = TestWorld.builder()
            .actions(actions)
            .routine(routine)
            .withoutReflexes()
            .run("rest", (agent, step) -> {
                fireBurns = true;
                return Progress.DONE;
            })
            .run("cook", (agent, step) -> Progress.RUNNING)
            .run("chop", (agent, step) -> Progress.RUNNING)
            .listener(new MindListener() {
                @Override
                public void stepRepaired(int agent, Layer layer, Step step, String mended) {
                    told.add("mended " + step + ": " + mended);
                }

                @Override
                public void fallbackQueued(int agent, int steps) {
                    told.add("fell back on " + steps);
                }
            })
            .build();
    private final int agent = world.agent();

    @Test
    void firstRungReplacesTargetByAVisibleOne() {
        world.senses(agent).visible.add(VisibleObject.of("a boulder", "rock"));
        world.senses(agent).visible.add(VisibleObject.of("the old oak", "tree"));
        world.senses(agent).visible.add(VisibleObject.of("the young oak", "tree"));
        answer(asked(), ordered(Step.of("chop").with("tree", "tree")));
        assertThat(world.queue(agent).steps.get(0).step.text("tree")).isEqualTo("the old oak");
        assertThat(world.decisionStats().repairs().repaired()).isEqualTo(1);
        assertThat(world.decisionStats().answers().count(AnswerStatus.REPAIRED)).isEqualTo(1);
        assertThat(told).containsExactly("mended chop the old oak: another target");
    }

    @Test
    void secondRungDropsUnusableStepAndKeepsTheRest() {
        answer(
                asked(),
                ordered(Step.of("chop").with("tree", "the world tree")),
                ordered(Step.of("rest")));
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.decisionStats().repairs().refusals())
                .containsEntry("chop: tree is not in sight", 1L);
        assertThat(world.decisionStats().answers().count(AnswerStatus.REPAIRED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().secondTries()).isZero();
    }

    @Test
    void thirdRungLetsTheRoutineBridgeAStep() {
        answer(asked(), ordered(Step.of("cook")));
        assertThat(told)
                .as("when the answer is read, and when the step begins")
                .hasSize(2)
                .containsOnly("bridge cook: needs a fire nearby");
        assertThat(world.plan(agent)).containsExactly("rest", "cook");
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("cook");
        assertThat(world.decisionStats().repairs().bridged()).isEqualTo(1);
        assertThat(world.decisionStats().steps().queued()).isEqualTo(2);
        assertThat(world.decisionStats().steps().done()).isEqualTo(1);
    }

    @Test
    void insufficientBridgeIsNotTriedAgain() {
        TestWorld rainy = TestWorld.builder()
                .actions(actions)
                .routine(routine)
                .withoutReflexes()
                .run("rest", (who, step) -> Progress.DONE)
                .run("cook", (who, step) -> Progress.RUNNING)
                .build();
        int wet = rainy.agent();
        rainy.tick();
        rainy.broker.answer(rainy.broker.last(), ordered(Step.of("cook")));
        rainy.ticks(3);
        assertThat(told).as("when the answer is read, and when the step begins").hasSize(2);
        assertThat(rainy.decisionStats().steps().failed()).isEqualTo(1);
        assertThat(rainy.mind(wet).troubles()).containsExactly("cook: needs a fire nearby");
    }

    @Test
    void fourthRungSendsASecondPromptWithTheError() {
        answer(asked(), NONSENSE);
        assertThat(world.decisionStats().answers().count(AnswerStatus.REJECTED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().secondTries()).isEqualTo(1);
        world.ticks(6); // the cooldown of ten seconds does not hold it up
        Asked second = world.broker.last();
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(text(second)).contains("your last answer was of no use", "no such action");
        answer(second, ordered(Step.of("rest")));
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.mind(agent).troubles()).isEmpty();
    }

    @Test
    void fifthRungUsesTheRoutineAfterASecondBadAnswer() {
        answer(asked(), NONSENSE);
        world.ticks(6);
        Asked second = world.broker.last();
        assertThat(text(second)).isNotEmpty();
        answer(second, NONSENSE);
        assertThat(told).containsExactly("fell back on 2");
        assertThat(world.decisionStats().answers().fallbacks()).isEqualTo(1);
        assertThat(world.decisionStats().answers().secondTries()).isEqualTo(1);
        assertThat(world.plan(agent)).containsExactly("rest", "rest");
        world.ticks(100);
        assertThat(world.broker.asked()).as("no third try").hasSize(2);
        assertThat(world.mind(agent).setbacks)
                .as("the steps of the routine were done")
                .isZero();
    }

    @Test
    void emptyAnswerCausesNoSecondTry() {
        answer(asked());
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
        world.ticks(100);
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void failedCallCausesNoSecondTry() {
        Asked asked = asked();
        world.broker.end(asked, new Outcome.Cancelled(false));
        world.ticks(100);
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(world.decisionStats().answers().total()).isZero();
    }

    @Test
    void errorOfAStepAppearsOnlyInTheNextPrompt() {
        TestWorld other = TestWorld.builder()
                .withoutReflexes()
                .run("rest", (who, step) -> Progress.failed("the bench is broken"))
                .build();
        int one = other.agent();
        other.tick();
        other.broker.answer(other.broker.last(), ordered(Step.of("rest")));
        other.tick();
        other.scheduler.resetCooldowns(one);
        other.ticks(6);
        Asked next = other.broker.last();
        assertThat(text(other.broker.grant(next).orElseThrow()))
                .contains("- rest: the bench is broken");
        other.broker.answer(next, new PlanPart.Thought("I see"));
        other.scheduler.resetCooldowns(one);
        other.ticks(210);
        Asked last = other.broker.last();
        assertThat(last).isNotSameAs(next);
        assertThat(text(other.broker.grant(last).orElseThrow()))
                .doesNotContain("- rest: the bench");
    }

    private Asked asked() {
        world.tick();
        return world.broker.last();
    }

    private void answer(Asked asked, PlanPart... parts) {
        if (!asked.isGranted()) {
            assertThat(world.broker.grant(asked)).isPresent();
        }
        world.broker.answer(asked, parts);
        world.tick();
    }

    private String text(Asked asked) {
        return text(world.broker.grant(asked).orElseThrow());
    }

    private static String text(Prompt prompt) {
        return String.join("\n", prompt.messages().stream().map(Message::text).toList());
    }

    private static PlanPart ordered(Step step) {
        return new PlanPart.QueueableStep(step);
    }
}
