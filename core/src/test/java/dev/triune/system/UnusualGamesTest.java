/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.PlanPart.QueueableStep;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.llm.Ticket;
import dev.triune.prompt.PromptBuilder.GameTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** After unusual or mistaken game code the world still runs and the counts add up. */
class UnusualGamesTest {
    private static final int MINUTE = 20 * 60;

    private static PlanPart step(String type) {
        return new QueueableStep(Step.of(type));
    }

    private static FakeBroker.Asked granted(TestWorld world) {
        FakeBroker.Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        return asked;
    }

    private static void assertCountsAddUp(TestWorld world) {
        MindStats stats = world.decisionStats();
        MindStats.StepCounts steps = stats.steps();
        IntBag queues = world.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(BehaviorQueue.class))
                .getEntities();
        long left = 0;
        for (int i = 0; i < queues.size(); i++) {
            BehaviorQueue queue = world.queue(queues.get(i));
            left += Stream.concat(queue.steps.stream(), queue.ahead().stream())
                    .filter(step -> !step.finished())
                    .count();
        }
        assertThat(steps.done() + steps.failed() + steps.dropped() + left)
                .as("%s, left %s", stats, left)
                .isEqualTo(steps.queued());
        assertThat(stats.requests().pendingUpdates()).isZero();
    }

    /** Reads components where minds call it. */
    @SuppressWarnings("NullAway.Init") // Artemis fills in the mapper
    private static final class Reader implements MindListener, GameTime {
        private final List<Long> submitted = new ArrayList<>();
        private ComponentMapper<Mind> minds;

        @Override
        public void requestSubmitted(
                int agent, Layer layer, Ticket ticket, int urgency, String reason) {
            submitted.add(minds.get(agent).serial);
        }

        @Override
        public String when(long tick, long now) {
            return "to mind " + minds.get(0).serial;
        }
    }

    @Test
    void listenersAndTheTimeOfTheGameReadComponents() {
        Reader listener = new Reader();
        Reader time = new Reader();
        TestWorld world = TestWorld.builder()
                .listener(listener)
                .thinking(config -> config.gameTime(time))
                .build();
        assertThat(world.agent()).isZero();
        world.tick();

        assertThat(listener.submitted).containsExactly(1L);
        assertThat(time.when(0, 0)).isEqualTo("to mind 1");
    }

    @Test
    void replacedMindIgnoresTheAnswerToItsPredecessor() {
        TestWorld world = TestWorld.thinkingOnly();
        int agent = world.agent();
        world.tick();
        FakeBroker.Asked asked = granted(world);
        world.world.getMapper(Mind.class).remove(agent);
        world.world.getMapper(Mind.class).create(agent);
        world.tick();
        world.broker.answer(asked, step("rest"));
        world.ticks(20);

        assertThat(world.plan(agent)).isEmpty();
        assertCountsAddUp(world);
    }

    @Test
    void agentsWhoseMindsAreReplacedWithinATickShareNoNameAndLeaveNoRequest() {
        TestWorld world = TestWorld.thinkingOnly();
        int one = world.agent();
        int other = world.agent();
        world.tick();
        FakeBroker.Asked first = granted(world);
        for (int agent : new int[] {one, other}) {
            world.world.getMapper(Mind.class).remove(agent);
            world.world.getMapper(Mind.class).create(agent);
        }
        world.ticks(20);

        assertThat(world.broker.asked())
                .extracting(asked -> asked.request().agent())
                .hasSize(3)
                .doesNotHaveDuplicates();
        assertThat(world.broker.cancelled()).containsExactly(first.ticket());
        assertThat(world.decisionStats().requests().pending()).isEqualTo(2);
    }

    @Test
    void disabledSystemsContinueWhenEnabledAgain() {
        TestWorld world = TestWorld.builder()
                .run("long", (agent, step) -> Progress.RUNNING)
                .build();
        int agent = world.agent();
        int other = world.agent();
        world.tick();
        FakeBroker.Asked asked = world.broker.asked().get(0);
        setEnabled(world, false);
        world.ticks(100);
        world.broker.grant(asked);
        world.broker.answer(asked, step("long"));
        world.ticks(100);
        world.world.delete(other);
        world.ticks(10);
        setEnabled(world, true);
        world.ticks(3);

        assertThat(world.behavior(agent).name).isEqualTo("long");
        assertCountsAddUp(world);
    }

    private static void setEnabled(TestWorld world, boolean value) {
        for (BaseSystem system : world.world.getSystems()) {
            if (!(system instanceof GameClockSystem)) {
                system.setEnabled(value);
            }
        }
    }

    @Test
    void listenerMayDeleteTheSpeaker() {
        List<TestWorld> made = new ArrayList<>();
        made.add(TestWorld.builder()
                .run("long", (agent, step) -> Progress.RUNNING)
                .listener(new MindListener() {
                    @Override
                    public void spoke(int agent, Layer layer, String text) {
                        made.get(0).world.delete(agent);
                    }
                })
                .build());
        TestWorld world = made.get(0);
        int agent = world.agent();
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        world.tick();
        world.broker.answer(granted(world), new SpokenText("Farewell."), step("long"));
        world.ticks(3);

        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
        assertCountsAddUp(world);
    }

    @Test
    void listenerMayRemoveAndRestoreTheSpeakersMind() {
        List<TestWorld> made = new ArrayList<>();
        made.add(TestWorld.builder()
                .run("long", (agent, step) -> Progress.RUNNING)
                .listener(new MindListener() {
                    @Override
                    public void spoke(int agent, Layer layer, String text) {
                        made.get(0).world.getMapper(Mind.class).remove(agent);
                    }
                })
                .build());
        TestWorld world = made.get(0);
        int agent = world.agent();
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        world.tick();
        world.broker.answer(granted(world), new SpokenText("Farewell."), step("long"));
        world.ticks(3);
        assertThat(world.plan(agent)).as("without a mind").isEmpty();

        world.world.getMapper(Mind.class).create(agent);
        int before = world.broker.asked().size();
        world.ticks(MINUTE);
        assertThat(world.broker.asked().size()).as("with a new one").isGreaterThan(before);
        assertCountsAddUp(world);
    }

    @Test
    void agentWithLateTalkerStillPlans() {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .run("short", (agent, step) -> Progress.DONE)
                .build();
        int agent = world.agent();
        world.tick();
        world.senses(agent).hear(new Speech("Ann", "Hello!", world.clock.tick()));
        int seen = 0;
        int plans = 0;
        for (int minute = 0; minute < 15; minute++) {
            for (int tick = 0; tick < MINUTE; tick++) {
                world.tick();
                while (seen < world.broker.asked().size()) {
                    FakeBroker.Asked asked = world.broker.asked().get(seen++);
                    boolean talks = asked.request().layer().equals("talker");
                    if (!asked.isEnded() && world.broker.grant(asked).isPresent()) {
                        plans += talks ? 0 : 1;
                        world.ticks(talks ? 62 * 20 : 1); // an answer lives for 60 s
                        world.broker.answer(asked, talks ? new SpokenText("Hi.") : step("short"));
                    }
                }
            }
        }
        assertThat(plans).isGreaterThan(15);
        assertCountsAddUp(world);
    }

    @Test
    void failedPlansReducePlanningAhead() {
        TestWorld world = TestWorld.builder()
                .withoutReflexes()
                .run("rest", (agent, step) -> Progress.failed("the bench is broken"))
                .build();
        world.agent();
        int seen = 0;
        for (int tick = 0; tick < 10 * MINUTE; tick++) {
            world.tick();
            while (seen < world.broker.asked().size()) {
                FakeBroker.Asked asked = world.broker.asked().get(seen++);
                if (world.broker.grant(asked).isPresent()) {
                    world.broker.answer(asked, step("rest"));
                }
            }
        }
        assertThat(seen).as("calls in ten minutes").isLessThan(10);
        assertCountsAddUp(world);
    }

    @Test
    void rejectsTwoPluginsInOneWorld() {
        FakeBroker broker = new FakeBroker();
        assertThatThrownBy(() -> new World(new WorldConfigurationBuilder()
                        .with(new MindPlugin(broker, TestWorld.ACTIONS))
                        .with(new MindPlugin(broker, TestWorld.ACTIONS))
                        .build()))
                .hasMessageContaining("MindPlugin");
    }

    /** A guard whose patrol fails by night orders it again, from within the tick. */
    @Test
    void listenerThatOrdersAFailedStepAgainDoesNotHoldTheTick() {
        TestWorld[] box = new TestWorld[1];
        int[] failures = {0};
        MindListener again = new MindListener() {
            @Override
            public void stepFailed(int agent, Step step, String reason) {
                failures[0]++;
                assertThat(failures[0]).as("failures in one tick").isLessThan(1_000);
                box[0].decisions.enqueue(agent, List.of(step));
            }
        };
        box[0] = TestWorld.builder()
                .actions(ActionCatalog.builder()
                        .action("patrol", "walk around the camp")
                        .require("patrol", "daylight", (agent, step) -> false)
                        .build())
                .run("patrol", (agent, step) -> Progress.DONE)
                .listener(again)
                .build();
        int agent = box[0].agent();
        box[0].tick();
        box[0].decisions.enqueue(agent, List.of(Step.of("patrol")));
        box[0].tick();
        assertThat(failures[0]).isBetween(1, BehaviorQueue.LIMIT);
        assertThat(box[0].queue(agent).next()).isNotNull(); // waits for the next tick
        assertCountsAddUp(box[0]);
    }
}
