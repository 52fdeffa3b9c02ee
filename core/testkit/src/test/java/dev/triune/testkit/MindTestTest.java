/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.prompt.Surroundings;
import dev.triune.system.DecisionApplySystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The test kit, used as a game would use it. */
class MindTestTest {
    private static final String PLAN = """
            {"action":[{"type":"gather","target":"wood","amount":3},{"type":"rest"}],
             "speaking":"To work!"}""";

    private final ActionCatalog actions = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect a resource",
                    Field.oneOf("target", "wood", "berries"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .build();

    @Test
    void stepWithoutRunnerRunsUntilTheTestEndsIt() {
        MindTest sim = MindTest.world(actions).mind(PLAN).latency(Duration.ZERO);
        int mira = sim.agent("Mira");
        sim.ticks(100);
        assertThat(sim.doing(mira)).isEqualTo("gather");
        sim.finish(mira);
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("rest");
        assertThat(sim.queue(mira)).extracting(Step::type).containsExactly("rest");
        assertThat(sim.done(mira)).extracting(Step::toString).containsExactly("gather wood 3");
        sim.fail(mira, "the ground is wet");
        sim.ticks(1);
        assertThat(sim.queue(mira)).isEmpty();
        assertThat(sim.steps(mira))
                .extracting(step -> step.state)
                .containsExactly(QueuedStep.State.DONE, QueuedStep.State.FAILED);
        assertThat(sim.steps(mira).get(1).reason).isEqualTo("the ground is wet");
    }

    @Test
    void stepsOfEveryKindRunWithoutRunner() {
        ActionCatalog howling = ActionCatalog.builder().action("howl", "howl").build();
        MindTest sim = MindTest.world(actions)
                .mind("{\"action\":[{\"type\":\"howl\"}]}")
                .latency(Duration.ZERO)
                .plugin(plugin ->
                        plugin.kind(new MindKind("wolf", Aspect.all(Home.class), howling)));
        int wolf = sim.agent("Grey");
        sim.world().getMapper(Home.class).create(wolf);
        sim.tickUntil(() -> sim.doing(wolf).equals("howl"), 10);
        sim.finish(wolf);
        sim.ticks(1);
        assertThat(sim.done(wolf)).extracting(Step::type).containsExactly("howl");
    }

    @Test
    void rejectsLatencyTogetherWithMisbehaviour() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN)
                .latency(Duration.ofSeconds(8))
                .misbehaviour(FaultMode.GARBAGE);
        assertThatIllegalStateException()
                .isThrownBy(sim::agent)
                .withMessageContaining("PT8S")
                .withMessageContaining("GARBAGE");
    }

    @Test
    void stepsWithoutRunnerEndAfterTheConfiguredTicks() {
        MindTest sim = MindTest.world(actions).mind(PLAN).latency(Duration.ZERO).stepsTake(5);
        int mira = sim.agent();
        int start = sim.tickUntil(() -> sim.doing(mira).equals("gather"), 10);
        assertThat(sim.tickUntil(() -> sim.doing(mira).equals("rest"), 10)).isEqualTo(4);
        assertThat(start).isLessThanOrEqualTo(3);
        sim.tickUntil(() -> sim.queue(mira).isEmpty(), 5);
        assertThat(sim.done(mira)).extracting(Step::type).containsExactly("gather", "rest");
    }

    @Test
    void rejectsEndingAStepThatHasARunner() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN)
                .plugin(minds -> minds.runner("gather", (agent, step) -> Progress.RUNNING));
        int mira = sim.agent();
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.finish(mira))
                .withMessageContaining("idle");
        sim.tickUntil(() -> sim.doing(mira).equals("gather"), 40);
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.fail(mira, "no"))
                .withMessageContaining("gather");
    }

    @Test
    void usesRunnersPerceptionRoutineAndListenersOfTheGame() {
        List<String> heard = new ArrayList<>();
        List<Step> gathered = new ArrayList<>();
        MindTest sim = MindTest.world(actions)
                .mind("{\"action\":[{\"type\":\"fly\"}]}")
                .latency(Duration.ofMillis(100))
                .plugin(minds -> minds.runner("gather", (agent, step) -> {
                            gathered.add(step);
                            return Progress.DONE;
                        })
                        .perception(agent ->
                                new Surroundings("noon", List.of(), List.of("an oak stands here")))
                        .routine(new Routine() {
                            @Override
                            public List<Step> fallback(int agent) {
                                return List.of(Step.of("gather")
                                        .with("target", "berries")
                                        .with("amount", 2));
                            }
                        })
                        .listener(new MindListener() {
                            @Override
                            public void fallbackQueued(int agent, int steps) {
                                heard.add("fell back on " + steps);
                            }

                            @Override
                            public void stepRefused(int agent, Layer layer, RefusedStep step) {
                                heard.add(step.type() + " refused");
                            }
                        }));
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> !gathered.isEmpty(), 300);
        assertThat(sim.lastPrompt(mira)).contains("Mira", "an oak stands here", "no such action");
        assertThat(sim.prompts(mira)).hasSize(2);
        assertThat(sim.prompts(mira).get(0)).doesNotContain("no such action");
        assertThat(sim.refusals(mira))
                .hasSize(2)
                .allSatisfy(refusal -> assertThat(refusal).endsWith(": no such action"));
        assertThat(heard).hasSize(3).endsWith("fell back on 1");
        assertThat(sim.done(mira)).isEqualTo(gathered);
    }

    @Test
    void recordsSpeechAndStats() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN)
                .plugin(minds -> minds.configure(mindConfig -> mindConfig.speechInPlans(true)));
        int mira = sim.agent();
        sim.tickUntil(() -> sim.stats().answers().total() > 0, 60);
        assertThat(sim.said(mira)).containsExactly("To work!");
        assertThat(sim.stats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
        assertThat(sim.stats().steps().queued()).isEqualTo(2);
    }

    @Test
    void recordsPromptsPerAgent() {
        MindTest sim = MindTest.world(actions)
                .mind((prompt, random) -> prompt.messages().stream()
                                .anyMatch(message -> message.text().contains("Oren"))
                        ? "{\"action\":{\"type\":\"rest\"}}"
                        : "{\"action\":{\"type\":\"gather\",\"target\":\"wood\",\"amount\":1}}");
        int mira = sim.agent("Mira");
        int oren = sim.agent("Oren");
        sim.ticks(60);
        assertThat(sim.queue(mira)).extracting(Step::type).containsExactly("gather");
        assertThat(sim.queue(oren)).extracting(Step::type).containsExactly("rest");
        assertThat(sim.prompts(mira)).hasSize(1);
        assertThat(sim.lastPrompt(mira)).contains("Mira").doesNotContain("Oren");
        assertThat(sim.lastPrompt(oren)).contains("Oren");
    }

    @Test
    void talkerAnswersSpeech() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN, "{\"speaking\":\"Good day.\"}")
                .stepsTake(20);
        int mira = sim.agent("Mira");
        sim.ticks(40);
        sim.get(mira, Senses.class).hear(new Speech("Oren", "Is it cold?", 40));
        sim.tickUntil(() -> sim.said(mira).contains("Good day."), 60);
        assertThat(sim.lastPrompt(mira)).contains("Is it cold?");
    }

    @Test
    void agentsLiveByReflexesWithoutAModel() {
        MindTest sim = MindTest.world(actions);
        int mira = sim.agent();
        sim.ticks(300);
        assertThat(sim.prompts(mira)).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> sim.lastPrompt(mira));
        sim.needs(mira).hunger = 0.05f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("seek_food");
        sim.needs(mira).hunger = 1;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("idle");
    }

    @Test
    void failingModelDoesNotBreakTheTick() {
        for (FaultMode fault : List.of(FaultMode.HANG, FaultMode.DEAD, FaultMode.GARBAGE)) {
            MindTest sim = MindTest.world(actions).mind(PLAN).misbehaviour(fault);
            int mira = sim.agent();
            sim.ticks(400);
            assertThat(sim.prompts(mira)).as(fault.name()).isNotEmpty();
            assertThat(sim.done(mira)).as(fault.name()).isEmpty();
            assertThat(sim.said(mira)).as(fault.name()).isEmpty();
        }
    }

    @Test
    void runDependsOnlyOnTheSeed() {
        assertThat(story(7)).isEqualTo(story(7));
        assertThat(List.of(story(8), story(9), story(10), story(11)))
                .anySatisfy(other -> assertThat(other).isNotEqualTo(story(7)));
    }

    @Test
    void rejectsClockSetOnlyOnThePlugin() {
        MindTest sim = MindTest.world(actions).plugin(minds -> minds.clock(new GameClock(50)));
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.ticks(1))
                .withMessageContaining("MindTest.clock");
    }

    private List<String> story(long seed) {
        MindTest sim = MindTest.world(actions).seed(seed).mind(PLAN).stepsTake(30);
        int mira = sim.agent();
        List<String> story = new ArrayList<>();
        for (int tick = 0; tick < 400; tick++) {
            sim.ticks(1);
            story.add(sim.doing(mira) + sim.queue(mira));
        }
        return story;
    }

    @Test
    void usesTheGamesClockAndRunsGameSystemsFirst() {
        GameClock clock = new GameClock(50);
        List<Float> deltas = new ArrayList<>();
        List<Long> ticks = new ArrayList<>();
        MindTest sim = MindTest.world(actions).clock(clock).systems(new BaseSystem() {
            @Override
            protected void processSystem() {
                deltas.add(getWorld().getDelta());
                ticks.add(clock.tick());
            }
        });
        sim.ticks(3);
        assertThat(deltas).containsOnly(1 / 50f).hasSize(3);
        assertThat(ticks).containsExactly(0L, 1L, 2L);
    }

    @Test
    void latencyIsExactToTheTick() {
        MindTest sim = MindTest.world(actions).mind(PLAN).latency(Duration.ofMillis(500));
        int mira = sim.agent();
        int asked = sim.tickUntil(() -> !sim.prompts(mira).isEmpty(), 10);
        int answered = sim.tickUntil(() -> !sim.queue(mira).isEmpty(), 40);
        assertThat(asked).isEqualTo(1);
        assertThat(answered).isEqualTo(10);
    }

    @Test
    void unmetConditionFailsTheTestAndNamesTheSeed() {
        MindTest sim = MindTest.world(actions).seed(3);
        int mira = sim.agent();
        assertThatThrownBy(() -> sim.tickUntil(() -> sim.doing(mira).equals("gather"), 5))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("5 ticks")
                .hasMessageContaining("seed 3");
        assertThat(sim.tickUntil(() -> true, 0)).isZero();
    }

    @Test
    void rejectsLateAndInvalidOptions() {
        MindTest sim = MindTest.world(actions);
        assertThatIllegalArgumentException().isThrownBy(() -> sim.latency(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> sim.stepsTake(0));
        int mira = sim.agent();
        assertThatIllegalStateException().isThrownBy(() -> sim.mind(PLAN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sim.get(mira, Home.class))
                .withMessageContaining("Home");
    }

    @Test
    void recordsUnreadableAnswers() {
        MindTest sim = MindTest.world(actions).mind("I would rather not.").latency(Duration.ZERO);
        int mira = sim.agent();
        sim.tickUntil(() -> !sim.unreadable(mira).isEmpty(), 20);
        assertThat(sim.unreadable(mira)).first().asString().isNotBlank();
        assertThat(sim.refusals(mira)).isEmpty();
    }

    @Test
    void failureMessageDescribesTheAgents() {
        MindTest sim = MindTest.world(actions)
                .mind("{\"action\":[{\"type\":\"rest\"},{\"type\":\"fly\"}]}")
                .latency(Duration.ZERO);
        sim.agent("Mira");
        assertThatThrownBy(() -> sim.tickUntil(() -> false, 20))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Mira")
                .hasMessageContaining("doing rest")
                .hasMessageContaining("queue [rest]")
                .hasMessageContaining("refusals [unknown: no such action]");
    }

    @Test
    void rejectsNegativeTickCounts() {
        MindTest sim = MindTest.world(actions);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sim.ticks(-1))
                .withMessage("-1 ticks (expected 0 or more)");
        assertThatIllegalArgumentException().isThrownBy(() -> sim.tickUntil(() -> false, -1));
    }

    @Test
    void throwingPerceptionFailsTheTest() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN)
                .plugin(minds -> minds.perception(agent -> {
                    throw new UnsupportedOperationException("no map of the village");
                }));
        int mira = sim.agent();
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.ticks(40))
                .withMessageContaining("agent " + mira)
                .withMessageContaining("no map of the village")
                .withCauseInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void throwingPromptBuilderFailsTheTest() {
        MindTest sim = MindTest.world(actions)
                .mind(PLAN)
                .plugin(minds -> minds.configure(mindConfig -> mindConfig.layer(
                        Layer.EXECUTOR,
                        executor -> executor.withPrompt(agentSnapshot -> {
                            throw new UnsupportedOperationException("no words");
                        }))));
        sim.agent();
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.ticks(40))
                .withMessageContaining("no words");
    }

    @Test
    void gameWorldRunsInTestTime() {
        float[] played = {0};
        BaseSystem system = new BaseSystem() {
            @Override
            protected void processSystem() {
                played[0] += getWorld().getDelta();
            }
        };
        MindTest sim = MindTest.world(TestWorld.ACTIONS)
                .mind("{\"action\":[{\"type\":\"rest\"}]}")
                .clock(GameClock.byDelta())
                .game(minds -> new World(
                        new WorldConfigurationBuilder().with(minds).with(system).build()));
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 100);
        sim.finish(mira);
        sim.ticks(2);
        assertThat(sim.done(mira)).containsExactly(Step.of("rest"));
        assertThat(sim.world().getSystem(system.getClass())).isSameAs(system);
        assertThat(played[0]).isPositive();
    }

    @Test
    void firstExampleOfThePageLogsNothing() {
        try (LogLines log = new LogLines("dev.triune")) {
            MindTest sim = MindTest.world(actions).mind(PLAN);
            int mira = sim.agent();
            sim.ticks(40);
            sim.needs(mira).hunger = 0.05f;
            sim.ticks(3);

            assertThat(sim.doing(mira)).as("until the need is met").isEqualTo("seek_food");
            sim.needs(mira).hunger = 0.9f;
            sim.ticks(3);
            assertThat(sim.doing(mira)).isNotEqualTo("seek_food");
            assertThat(log.everything()).isEmpty();
        }
    }

    @Test
    void failureMessageDescribesTheGamesOwnAgents() {
        MindTest sim = MindTest.world(TestWorld.ACTIONS).mind(PLAN).game(minds -> {
            World world = new World(new WorldConfigurationBuilder().with(minds).build());
            for (int i = 0; i < 10; i++) {
                world.getMapper(Persona.class).get(TestWorld.agentIn(world)).name = "Guard " + i;
            }
            return world;
        });

        assertThatThrownBy(() -> sim.tickUntil(() -> false, 40))
                .hasMessageContaining("Guard 0: doing")
                .hasMessageContaining("and 2 more agents");
    }

    @Test
    void failureMessageTellsThatThereAreNoAgents() {
        MindTest sim = MindTest.world(TestWorld.ACTIONS)
                .game(minds ->
                        new World(new WorldConfigurationBuilder().with(minds).build()));

        assertThatThrownBy(() -> sim.tickUntil(() -> false, 2))
                .hasMessageContaining("the world has no agents");
    }

    @Test
    void kindsHaveTheRunnersOfThePluginInTestsToo() {
        int[] runs = {0};
        MindTest sim = MindTest.world(TestWorld.ACTIONS)
                .plugin(minds -> minds.runner("rest", (agent, step) -> {
                            runs[0]++;
                            return Progress.DONE;
                        })
                        .kind(new MindKind("guard", Aspect.all(Home.class), TestWorld.ACTIONS)));
        int guard = sim.agent("Bruno");
        sim.world().getMapper(Home.class).create(guard);
        sim.ticks(2);
        sim.world().getSystem(DecisionApplySystem.class).order(guard, List.of(Step.of("rest")));
        sim.ticks(2);

        assertThat(runs[0]).isEqualTo(1);
    }

    @Test
    void rejectsWorldWithoutTheTestsPlugin() {
        MindTest sim = MindTest.world(TestWorld.ACTIONS)
                .game(minds -> new World(new WorldConfigurationBuilder().build()));
        assertThatIllegalStateException()
                .isThrownBy(sim::agent)
                .withMessageContaining("this MindPlugin serves no world yet");
    }
}
