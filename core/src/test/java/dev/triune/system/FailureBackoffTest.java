/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.prompt.PromptBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Failed and empty calls lengthen the cooldown of their own layer only. */
class FailureBackoffTest {
    private static final int FIVE_MINUTES = 20 * 300;
    private static final Outcome UNREACHABLE =
            new Outcome.Failed(FailureCode.UNREACHABLE, "nobody there", false);
    private static final PlanPart REST = new PlanPart.QueueableStep(Step.of("rest"));
    private static final PlanPart SHORT = new PlanPart.QueueableStep(Step.of("short"));
    private static final Routine ROUTINE = new Routine() {
        @Override
        public List<Step> fallback(int agent) {
            return List.of(Step.of("rest"));
        }
    };

    /** Plays that many ticks, has each request granted and reacts; counts requests by layer. */
    private static Map<String, Integer> play(TestWorld world, int ticks, Consumer<Asked> reaction) {
        Map<String, Integer> calls = new TreeMap<>(Map.of("executor", 0, "talker", 0));
        int seen = world.broker.asked().size();
        for (int i = 0; i < ticks; i++) {
            world.tick();
            for (; seen < world.broker.asked().size(); seen++) {
                Asked asked = world.broker.asked().get(seen);
                if (grant(world, asked)) {
                    calls.merge(asked.request().layer(), 1, Integer::sum);
                    reaction.accept(asked);
                }
            }
        }
        return calls;
    }

    /** Grants a request; fails it as a broker does if its prompt throws. */
    private static boolean grant(TestWorld world, Asked asked) {
        try {
            return world.broker.grant(asked).isPresent();
        } catch (IllegalStateException e) {
            String message = String.valueOf(e.getMessage());
            world.broker.end(asked, new Outcome.Failed(FailureCode.PROMPT_FAILED, message, false));
            return false;
        }
    }

    private static boolean talks(Asked asked) {
        return asked.request().layer().equals("talker");
    }

    @Test
    void unreachableTalkerDoesNotBlockPlanning() {
        TestWorld world =
                TestWorld.builder().run("short", (agent, step) -> Progress.DONE).build();
        int agent = world.agent();
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        Map<String, Integer> calls = play(world, FIVE_MINUTES, asked -> {
            if (talks(asked)) {
                world.broker.end(asked, UNREACHABLE);
            } else {
                world.broker.answer(asked, SHORT);
            }
        });
        assertThat(calls.get("talker")).isBetween(4, 8);
        assertThat(calls.get("executor")).isGreaterThan(20);
        assertThat(world.senses(agent).hasNews())
                .as("it is still to be answered")
                .isTrue();
    }

    @Test
    void throwingTalkerPromptDoesNotBlockPlanning() {
        PromptBuilder broken = snapshot -> {
            throw new IllegalStateException("a fault of the game");
        };
        TestWorld world = TestWorld.builder()
                .thinking(config -> config.layer(Layer.TALKER, talker -> talker.withPrompt(broken)))
                .run("short", (agent, step) -> Progress.DONE)
                .build();
        int agent = world.agent();
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        Map<String, Integer> calls =
                play(world, FIVE_MINUTES, asked -> world.broker.answer(asked, SHORT));
        assertThat(calls.get("executor")).isGreaterThan(20);
        assertThat(world.broker.asked().stream()
                        .filter(FailureBackoffTest::talks)
                        .count())
                .isBetween(4L, 8L);
    }

    @Test
    void lateTalkerAnswersDoNotBlockPlanning() {
        TestWorld world = TestWorld.builder().withoutReflexes().build();
        int agent = world.agent();
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        Map<String, Integer> calls = new TreeMap<>();
        int late = 20 * 62;
        Asked current = null;
        int seen = 0;
        for (int i = 0, due = 0; i < 20 * 900; i++) {
            world.tick();
            if (current == null && world.broker.asked().size() > seen) {
                Asked asked = world.broker.asked().get(seen++);
                current = world.broker.grant(asked).isPresent() ? asked : null;
                calls.merge(asked.request().layer(), 1, Integer::sum);
                due = i + late;
            } else if (current != null && i == due) {
                world.broker.answer(current, new PlanPart.SpokenText("late"));
                current = null;
            }
        }
        assertThat(calls.get("executor")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void eachFailureDoublesTheWaitUpToThirtyTwoCooldowns() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        play(world, FIVE_MINUTES * 6, asked -> world.broker.end(asked, UNREACHABLE));
        List<Integer> waits = List.of(200, 400, 800, 1_600, 3_200, 6_400, 6_400);
        assertThat(world.broker.asked()).hasSize(waits.size() + 3);
        assertThat(world.mind(agent).failures(Layer.EXECUTOR)).isEqualTo(6);
        world.scheduler.resetCooldowns(agent);
        play(world, 1, asked -> world.broker.answer(asked, REST));
        world.tick();
        assertThat(world.mind(agent).failures(Layer.EXECUTOR)).isZero();
    }

    @Test
    void routineTakesOverWhenCallsFail() {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .routine(ROUTINE)
                .run("rest", (agent, step) -> Progress.DONE)
                .build();
        world.agent();
        int calls = play(world, FIVE_MINUTES, asked -> world.broker.end(asked, UNREACHABLE))
                .getOrDefault("executor", 0);
        assertThat(calls).isBetween(4, 6);
        assertThat(world.decisionStats().answers().fallbacks()).isEqualTo(calls - 1);
        assertThat(world.decisionStats().steps().done()).isEqualTo(calls - 1);
    }

    @Test
    void emptyAnswersReduceCallsAndTheRoutineTakesOver() {
        for (List<PlanPart> empty :
                List.of(List.<PlanPart>of(), List.<PlanPart>of(new PlanPart.Thought("Hm.")))) {
            TestWorld world = TestWorld.builder()
                    .withoutReflexes()
                    .routine(ROUTINE)
                    .run("rest", (agent, step) -> Progress.DONE)
                    .build();
            int agent = world.agent();
            int calls = play(
                            world,
                            FIVE_MINUTES,
                            asked -> world.broker.answer(asked, empty.toArray(PlanPart[]::new)))
                    .getOrDefault("executor", 0);
            assertThat(calls).as("%s", empty).isBetween(4, 6);
            assertThat(world.decisionStats().answers().fallbacks()).isEqualTo(calls - 1);
            assertThat(world.mind(agent).troubles()).as("it was offered").isEmpty();
        }
    }

    @Test
    void thoughtsInsteadOfANextPlanReduceCallsLikeEmptyAnswers() {
        Map<String, Integer> calls = new TreeMap<>();
        for (List<PlanPart> answer :
                List.of(List.<PlanPart>of(), List.<PlanPart>of(new PlanPart.Thought("Hm.")))) {
            TestWorld world = TestWorld.builder()
                    .routine(ROUTINE)
                    .run("rest", (agent, step) -> Progress.RUNNING)
                    .build();
            world.agent();
            PlanPart[] parts = answer.toArray(PlanPart[]::new);
            int executor = play(world, 2 * FIVE_MINUTES, asked -> world.broker.answer(asked, parts))
                    .get("executor");
            calls.put(answer.isEmpty() ? "empty" : "thought", executor);
        }
        assertThat(calls.get("thought")).as("%s", calls).isLessThanOrEqualTo(calls.get("empty"));
    }

    @Test
    void nextPromptNamesTheKeyForWhichAnAnswerWasOfNoUse() {
        TestWorld world = TestWorld.builder().withoutReflexes().build();
        int agent = world.agent();
        play(world, 1, asked -> world.broker.answer(asked, new PlanPart.UnknownKey("actions")));
        world.tick();
        assertThat(world.mind(agent).troubles())
                .containsExactly(
                        "your last answer named no action (\"actions\" was not understood)");
    }

    @Test
    void answerWithOnlyAThoughtKeepsTheRunningPlan() {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .run("long", (agent, step) -> Progress.RUNNING)
                .build();
        int agent = world.agent();
        world.tick();
        world.decisions.enqueue(agent, List.of(Step.of("long")));
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.broker.answer(asked, new PlanPart.Thought("I go on."));
        world.tick();
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
        assertThat(world.mind(agent).troubles()).isEmpty();
        assertThat(world.behavior(agent).name).isEqualTo("long");
    }

    @Test
    void silentTalkerIsCalledLessOftenUntilAPlayerInteracts() {
        TestWorld world = TestWorld.builder().withoutReflexes().withoutActing().build();
        int agent = world.agent();
        int other = world.agent();
        world.mind(other).usesModel = false;
        world.senses(agent).nearby.add(other);
        assertThat(play(world, FIVE_MINUTES, asked -> world.broker.answer(asked))
                        .get("talker"))
                .isBetween(4, 8);
        assertThat(world.scheduler.isLayerReady(agent, Layer.TALKER)).isFalse();
        world.scheduler.playerInteracted(agent);
        assertThat(world.scheduler.isLayerReady(agent, Layer.TALKER)).isTrue();
    }

    @Test
    void periodicCallSurvivesFailureOfItsFirstProvider() {
        TestWorld world = TestWorld.builder().withoutReflexes().withoutActing().build();
        int agent = world.agent();
        world.order(agent, "long", "rest");
        world.needs(agent).hunger = 0.65f; // neither hungry nor thriving
        world.ticks(FIVE_MINUTES + 2);
        Asked asked = world.broker.last();
        assertThat(world.scheduler.stats().requests().periodic()).isEqualTo(1);
        assertThat(world.broker.grant(asked)).isPresent();
        world.tick();
        assertThat(world.broker.grant(asked)).as("the fallback's prompt").isPresent();
        world.broker.answer(asked, REST);
        world.ticks(FIVE_MINUTES - 10);
        assertThat(world.scheduler.stats().requests().periodic()).isEqualTo(1);
    }

    @Test
    void secondTryOfDisabledLayerDoesNotBlockOthers() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        world.tick();
        world.broker.grant(world.broker.last());
        world.broker.answer(world.broker.last(), new PlanPart.RejectedStep("fly", "no such thing"));
        world.tick();
        world.scheduler.layer(Layer.EXECUTOR, executor -> executor.withEnabled(false));
        world.senses(agent).nearby.add(world.agent());
        play(world, 40, asked -> world.broker.answer(asked, new PlanPart.SpokenText("Hello.")));
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
    }

    @Test
    void collapsedAgentSendsNoRequestEvenIfNotMarkedAsleep() {
        TestWorld world = TestWorld.builder().build();
        int agent = world.agent();
        world.needs(agent).sleepDrive = 0.9f;
        world.senses(agent).nearby.add(world.agent());
        world.mind(world.agent()).usesModel = false;
        world.ticks(400);
        assertThat(world.behavior(agent).name).isEqualTo("forced_sleep");
        assertThat(world.mind(agent).lastInvoked(Layer.TALKER)).isNegative();
        assertThat(world.scheduler.request(agent)).isEmpty();
    }

    @Test
    void autonomicPromptIsSentOnlyForStarvingAgents() {
        PromptBuilder builder = snapshot -> Prompt.of("What now?");
        TestWorld world = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.layer(
                        Layer.AUTONOMIC, autonomic -> autonomic.withPrompt(builder)))
                .run("seek_food", (agent, step) -> Progress.RUNNING)
                .run("long", (agent, step) -> Progress.RUNNING)
                .build();
        int busy = world.agent();
        world.order(busy, "long", "rest");
        world.needs(busy).hunger = 0.65f;
        assertThat(play(world, 20 * 60, asked -> world.broker.answer(asked, REST)))
                .doesNotContainKey("autonomic");
        world.needs(busy).hunger = 0.05f;
        assertThat(play(world, 20 * 60, asked -> world.broker.answer(asked)).get("autonomic"))
                .isBetween(1, 2);
    }
}
