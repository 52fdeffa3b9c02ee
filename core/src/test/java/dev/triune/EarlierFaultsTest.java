/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.LiveWorld;
import dev.triune.fixture.PacedModel;
import dev.triune.llm.BrokerListener;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults of earlier systems of this kind, each tested again with a real broker and decoder of real
 * answers. Other such faults are tested elsewhere: saves that load as empty in
 * {@code InvalidSaveTest.rejectsSaveWhenNoEntityIsLoaded}, a resume that loops for ever in
 * {@code ResumeTest.endlesslyResumedStepFailsAfterEightStarts}, ids and copies of a memory in
 * {@code QuotedDataTest.uuidsAreNeverShown} and {@code PromptTest.repeatedMemoriesAppearOnce}.
 */
class EarlierFaultsTest {
    private static final String ONE = "{\"type\":\"gather\",\"amount\":1}";
    private static final String TWO = "[" + ONE + ",{\"type\":\"gather\",\"amount\":2}]";
    private static final List<String> WRAPPINGS = List.of(
            "%s",
            "```json\n%s\n```",
            "<think>\nWhat if {\"action\":\"flee\"}? No.\n</think>\n%s",
            "Here is what I would do:\n%s\nI hope that helps {or not}.");

    private final Map<Integer, String> lastSpeech = new HashMap<>();
    private final List<String> all = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // made with the world of each test
    private PacedModel model;

    @Test
    void appliesAnswersOfAllShapes() {
        List<String> answers = shapes();
        LiveWorld world = world(
                prompt -> answers.get(number(prompt)),
                minds -> minds.requestInterval(Duration.ZERO)
                        .configure(config -> config.thinkAhead(false).speechInPlans(true)));
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            agents.add(agent(world, "Agent" + i));
        }
        world.ticks(200);

        MindStats decisionStats = world.minds.stats();
        assertThat(answers).hasSize(48).doesNotHaveDuplicates();
        assertThat(decisionStats.answers().total()).isEqualTo(48);
        assertThat(decisionStats.answers().count(AnswerStatus.APPLIED)).isEqualTo(48);
        assertThat(decisionStats.repairs().refused()
                        + decisionStats.answers().unknownKeys()
                        + decisionStats.answers().unreadable())
                .isZero();
        for (int i = 0; i < answers.size(); i++) {
            int agent = agents.get(i);
            assertThat(world.queue(agent).steps)
                    .as(answers.get(i))
                    .hasSize(answers.get(i).contains(TWO) ? 2 : 1);
            assertThat(world.behavior(agent).name).isEqualTo("gather");
            assertThat(lastSpeech).containsEntry(agent, "Off I go.");
            assertThat(world.of(agent, Goals.class).goals).hasSize(1);
        }
    }

    /** One action or several, in every wrapping, with the keys in six orders. */
    private static List<String> shapes() {
        List<String> shapes = new ArrayList<>();
        for (String action : List.of(ONE, TWO)) {
            for (String wrapping : WRAPPINGS) {
                for (int order = 0; order < 6; order++) {
                    shapes.add(wrapping.formatted(inOrder(order, action)));
                }
            }
        }
        return shapes;
    }

    /** The action first, second or third, and the other keys in one of two orders around it. */
    private static String inOrder(int order, String action) {
        List<String> members = new ArrayList<>(List.of(
                "\"speaking\":\"Off I go.\"",
                "\"goal\":{\"type\":\"personal\",\"description\":\"a full store\"}"));
        if (order % 2 == 1) {
            members.add(members.remove(0));
        }
        members.add(order / 2, "\"action\":" + action);
        members.add(order % 4, "\"thinking\":\"The store is empty.\"");
        return "{" + String.join(",", members) + "}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"goal\":{\"type\":\"personal\",\"description\":\"find a cat\"},\"action\":%s}",
                "{\"action\":%s,\"goal\":{\"description\":\"find a cat\",\"type\":\"personal\"}}",
                "{\"action\":%s,\"speaking\":\"\",\"goal\":\"find a cat\"}"
            })
    void goalInAnswerIsStoredAndShownInNextPrompt(String answer) {
        LiveWorld world = world(prompt -> answer.formatted(ONE), minds -> {});
        int agent = agent(world, "Mira");
        world.ticks(60);
        assertThat(world.of(agent, Goals.class).goals)
                .extracting(goal -> goal.description)
                .containsExactly("find a cat");
        world.scheduler().resetCooldowns(agent);
        world.ticks(60);
        assertThat(model.sent()).hasSize(2);
        assertThat(model.sent().get(0).text()).doesNotContain("find a cat");
        assertThat(model.sent().get(1).text()).contains("find a cat");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<think>I must not say it.</think>{\"speaking\":\"Good morning.\"}",
                "<think>{\"speaking\":\"I must not say it.\"}</think>\n"
                        + "{\"speaking\":\"Good morning.\"}",
                "{\"speaking\":\"<think>I must not say it.</think>Good morning.\"}",
                "{\"speaking\":\"Good morning.<THINK>\\nI must not\\nsay it.\"}",
                "{\"thinking\":\"I must not say it.\",\"speaking\":\"Good morning.\"}"
            })
    void thoughtsAreNeverSpoken(String answer) {
        LiveWorld world = world(
                prompt -> answer,
                minds -> minds.configure(mindConfig -> mindConfig.speechInPlans(true)));
        agent(world, "Mira");
        world.ticks(60);
        assertThat(all).containsExactly("Good morning.");
    }

    @Test
    void cooldownsFollowGameTimeNotWallClock() {
        LiveWorld world = world(
                prompt -> "{\"action\":" + ONE + "}",
                minds -> minds.configure(
                        mindConfig -> mindConfig.smartCalling(false).thinkAhead(false)));
        int agent = agent(world, "Mira");
        world.ticks(60);
        assertThat(model.sent()).hasSize(1);
        Duration left = world.scheduler().timeUntilReady(agent, Layer.EXECUTOR);
        assertThat(left).isPositive();

        world.time.advance(Duration.ofHours(1)); // the game is paused
        assertThat(world.scheduler().timeUntilReady(agent, Layer.EXECUTOR)).isEqualTo(left);
        world.world.process();
        assertThat(model.sent()).hasSize(1);

        long ticks = world.clock.ticks(left);
        for (int i = 0; i < ticks - 2; i++) { // as fast as it goes: no time passes at all
            world.world.process();
        }
        assertThat(model.sent()).hasSize(1);
        world.world.process();
        assertThat(model.sent()).hasSize(2);
    }

    @Test
    void promptShowsStateAtGrantNotAtRequest() {
        LiveWorld world = world(
                prompt -> "{\"action\":" + ONE + "}",
                minds -> minds.requestInterval(Duration.ZERO));
        for (int i = 0; i < 8; i++) {
            agent(world, "Agent" + i); // they take all permits
        }
        int late = agent(world, "Latecomer");
        world.ticks(15);
        assertThat(world.of(late, Mind.class).ticket).as("request was sent").isNotZero();
        assertThat(model.sent()).hasSize(8);
        world.of(late, Needs.class).hunger = 0.71f;
        world.of(late, Goals.class).add("personal", "find a cat");
        world.ticks(15);
        assertThat(model.sent()).hasSizeGreaterThan(8);
        assertThat(model.sent().get(8).text())
                .contains("You are Latecomer", "fed 71 of 100", "find a cat")
                .doesNotContain("fed 100");
    }

    @Test
    void agentsDoNotGetStuckWhenNoPlanMakesProgress() {
        LiveWorld world = world(prompt -> "{\"action\":" + TWO + "}", minds -> {});
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            agents.add(agent(world, "Agent" + i));
        }
        Map<Integer, Integer> still = new HashMap<>();
        Map<Integer, String> doing = new HashMap<>();
        int longest = 0;
        for (int tick = 0; tick < 12_000; tick++) {
            world.tick();
            for (int agent : agents) {
                String now = world.behavior(agent).name + world.behavior(agent).generation;
                boolean same = now.equals(doing.put(agent, now));
                longest = Math.max(longest, still.merge(agent, 1, (a, b) -> same ? a + b : 1));
            }
        }
        MindStats decisionStats = world.minds.stats();
        assertThat(longest).as("ticks at the same thing").isLessThanOrEqualTo(202);
        assertThat(decisionStats.steps().failed()).isGreaterThan(8 * 8);
        assertThat(decisionStats.answers().total()).as("calls grow rarer").isLessThan(8 * 20);
        assertThat(agents)
                .allSatisfy(agent -> assertThat(world.queue(agent).steps.size())
                        .isLessThanOrEqualTo(BehaviorQueue.LIMIT));
    }

    private static int number(String prompt) {
        int start = prompt.indexOf("You are Agent") + "You are Agent".length();
        return Integer.parseInt(prompt.substring(start, prompt.indexOf('.', start)));
    }

    private static int agent(LiveWorld world, String name) {
        int agent = world.agent(name);
        world.world.edit(agent).create(Goals.class);
        return agent;
    }

    /**
     * A world whose model takes a second, and whose agents gather for ever without any progress.
     */
    private LiveWorld world(Function<String, String> answer, Consumer<MindPlugin> change) {
        return new LiveWorld(
                ActionCatalog.builder()
                        .action("gather", "collect", Field.whole("amount", 1, 9))
                        .build(),
                time -> model =
                        new PacedModel(time, Duration.ofMillis(300), Duration.ofSeconds(1), answer),
                new BrokerListener() {},
                minds -> {
                    minds.runner("gather", new Standing()).listener(new MindListener() {
                        @Override
                        public void spoke(int agent, Layer layer, String text) {
                            lastSpeech.put(agent, text);
                            all.add(text);
                        }
                    });
                    change.accept(minds);
                });
    }

    /** Runs for ever without progress. */
    private static final class Standing implements ActionRunner<Step> {
        @Override
        public Progress tick(int agent, Step step) {
            return Progress.RUNNING;
        }

        @Override
        public double progress(int agent, Step step) {
            return 0;
        }
    }
}
