/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static dev.triune.fixture.TestWorld.ACTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Episode;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.internal.schedule.SnapshotTaker;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which data of an agent appear in its prompt. */
class PromptContentTest {
    private static final String THING = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

    @Test
    void promptContainsNoEntityIds() {
        TestWorld world = TestWorld.thinkingOnly();
        for (int i = 0; i < 7_321; i++) {
            world.world.create(); // so that ids are numbers that stand for nothing else
        }
        int agent = world.agent();
        assertThat(agent).isEqualTo(7_321);
        world.persona(agent).name = "Ada";
        world.senses(agent).nearby.add(7_320);
        world.conversation(agent).partners.add(7_319);
        world.senses(agent).hear(new Speech("Bo", "Hello!", 0));
        world.tick();
        assertThat(text(world.broker.grant(world.broker.last()).orElseThrow()))
                .contains("Ada", "Bo")
                .doesNotContain("732", "731");
        assertThat(world.broker.last().request().agent()).startsWith("Ada #").doesNotContain("732");
    }

    @Test
    void promptContainsNoIdsOrSerials() {
        long serial = 7_777_777_777L;
        for (Layer layer : Layer.values()) {
            TestWorld world = TestWorld.builder()
                    .thinking(t -> t.layer(
                            Layer.AUTONOMIC,
                            autonomic -> autonomic.withPrompt(PromptBuilder.autonomic(ACTIONS))))
                    .withoutReflexes()
                    .withoutActing()
                    .build();
            for (int i = 0; i < 98_765; i++) {
                world.world.create();
            }
            int agent = world.agent();
            remarkable(world, agent);
            world.tick();
            world.mind(agent).serial = serial;
            SnapshotTaker taker = new SnapshotTaker(
                    new MindConfig(ACTIONS).perception(around()), world.clock, List.of());
            taker.inject(world.world);
            String text =
                    text(builder(layer).build(taker.take(agent, Layer.EXECUTOR, false, "idle")));
            assertThat(text)
                    .as("%s", layer)
                    .contains("Ada", "a chest of (unnamed)")
                    .doesNotContain("9876", Long.toString(serial), THING, THING.substring(0, 8));
        }
    }

    @Test
    void snapshotContainsAllDataForPromptBuilders() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        world.tick();
        remarkable(world, agent);
        SnapshotTaker taker = new SnapshotTaker(
                new MindConfig(ACTIONS).perception(around()), world.clock, List.of());
        taker.inject(world.world);
        AgentSnapshot taken = taker.take(agent, Layer.EXECUTOR, false, "idle");
        assertThat(taken.person())
                .isEqualTo(new AgentSnapshot.Person("Ada", "A smith.", List.of("forging")));
        assertThat(taken.goalLines())
                .containsExactly(new AgentSnapshot.GoalLine("find a cat", 0.5f));
        assertThat(taken.priorities()).containsExactly("honesty");
        assertThat(taken.relationLines())
                .containsExactly(new AgentSnapshot.RelationLine("Bo", "lazy", -0.5f));
        assertThat(taken.memories())
                .extracting(RetrievedMemory::text, RetrievedMemory::source)
                .containsExactly(tuple("a feast tomorrow", "Bo"));
        assertThat(taken.troubles()).containsExactly("no room");
        assertThat(taken.heard()).containsExactly(new AgentSnapshot.Quote("Bo", "Hello!"));
        assertThat(taken.surroundings().options()).containsExactly("a well takes stone 10");
        assertThat(taken.surroundings().facts())
                .containsExactly("a chest of " + THING, "you see the old oak");
        assertThat(world.mind(agent).troubles()).as("taking changes nothing").hasSize(1);
    }

    @Test
    void snapshotShowsTheStateOfTheQueue() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        world.tick();
        BehaviorQueue queue = world.queue(agent);
        world.order(agent, "rest", "rest", "gather");
        queue.steps.get(0).state = QueuedStep.State.DONE;
        queue.steps.get(1).state = QueuedStep.State.CURRENT;
        queue.nextPlan().add(new QueuedStep(Step.of("gather").with("target", "wood")));
        queue.pausedBy = "seek_food";
        SnapshotTaker taker = new SnapshotTaker(
                new MindConfig(ACTIONS).perception(around()), world.clock, List.of());
        taker.inject(world.world);
        assertThat(taker.take(agent, Layer.EXECUTOR, false, "idle").planState())
                .isEqualTo(new AgentSnapshot.PlanState(
                        "nothing in particular",
                        List.of(
                                new AgentSnapshot.PlannedStep("rest", true),
                                new AgentSnapshot.PlannedStep("gather", false)),
                        List.of("gather wood"),
                        "finding food",
                        false));
        assertThat(taker.take(agent, Layer.EXECUTOR, true, "idle").planState().lastStepRuns())
                .isFalse();
        queue.steps.remove(2);
        assertThat(taker.take(agent, Layer.EXECUTOR, false, "idle").planState().lastStepRuns())
                .as("not ahead")
                .isFalse();
        assertThat(taker.take(agent, Layer.EXECUTOR, true, "idle").planState().lastStepRuns())
                .isTrue();
    }

    @Test
    void gameCanReplaceTheMemoryRetriever() {
        TestWorld world = TestWorld.builder()
                .thinking(t -> t.memoryRetriever(
                        (who, cue) -> List.of(RetrievedMemory.of("a dream of " + who))))
                .withoutReflexes()
                .withoutActing()
                .build();
        world.agent();
        world.tick();
        assertThat(text(world.broker.grant(world.broker.last()).orElseThrow()))
                .contains("You remember:\n- a dream of 0\n");
    }

    @Test
    void promptContainsRetrievedMemories() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        remarkable(world, agent);
        world.tick();
        assertThat(text(world.broker.grant(world.broker.last()).orElseThrow()))
                .contains("\"a feast tomorrow\" (Bo told you)");
    }

    @Test
    void agentWithMinimalComponentsHasAPrompt() {
        GameClock clock = new GameClock();
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfiguration()
                .setSystem(new GameClockSystem(clock))
                .setSystem(
                        new LLMSchedulerSystem(clock, broker, new MindConfig(TestWorld.ACTIONS))));
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Behavior.class).create(agent);
        world.getMapper(BehaviorQueue.class).create(agent);
        world.process();
        assertThat(text(broker.grant(broker.last()).orElseThrow())).contains("You are somebody.");
        assertThat(broker.last().request().agent()).startsWith("somebody #");
    }

    private static PromptBuilder builder(Layer layer) {
        return switch (layer) {
            case AUTONOMIC -> PromptBuilder.autonomic(ACTIONS);
            case TALKER -> PromptBuilder.talker(ACTIONS);
            case EXECUTOR -> PromptBuilder.executor(ACTIONS);
        };
    }

    private static Perception around() {
        return agent -> new Surroundings(
                        "It is noon.", List.of("Bo"), List.of("a chest of " + THING))
                .options(List.of("a well takes stone 10"));
    }

    /** Gives an agent something of everything that a prompt may tell. */
    private static void remarkable(TestWorld world, int agent) {
        world.persona(agent).named("Ada", "A smith.").skills.add("forging");
        world.goals(agent).add("personal", "find a cat");
        world.goals(agent).goals.get(0).progress = 0.5f;
        world.goals(agent).priorities.add("honesty");
        world.senses(agent).hear(new Speech("Bo", "Hello!", 0));
        world.senses(agent).visible.add(VisibleObject.of("the old oak"));
        world.senses(agent).nearby.add(agent - 1);
        world.conversation(agent).partners.add(agent - 1);
        world.mind(agent).addTrouble("no room");
        Memory memory = world.world.getMapper(Memory.class).create(agent);
        memory.remember(new Episode("a feast tomorrow", "rumour", 0.5f, 1, "Bo"));
        memory.relate("Bo", "lazy", -0.5f);
    }

    private static String text(Prompt prompt) {
        return prompt.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }
}
