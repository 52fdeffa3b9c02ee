/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Ticket;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.rule.StandardSelectionRule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A game has an agent think now, and lets a tenant pay for it. */
class ReplanTest {
    /** The ticks in which the agent was asked because something was due. */
    private final List<Long> reviews = new ArrayList<>();

    private final TestWorld world = TestWorld.builder()
            .thinking(config -> config.gameTime(new TickTime()))
            .listener(new MindListener() {
                @Override
                public void requestSubmitted(
                        int id, Layer layer, Ticket ticket, int urgency, String reason) {
                    if (reason.equals(StandardSelectionRule.DUE.reason())) {
                        reviews.add(world.clock.tick());
                    }
                }
            })
            .run("long", (agent, step) -> Progress.RUNNING)
            .build();
    private final int agent = world.agent();

    @Test
    void agentThinksInTheSameTickInSpiteOfPlanAndCooldown() {
        giveLongPlan();
        int before = world.broker.asked().size();

        assertThat(world.scheduler.replan(agent)).isTrue();
        assertThat(world.broker.asked()).hasSize(before + 1);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.EXECUTOR.label());
        assertThat(world.queue(agent).next()).isNull();
    }

    @Test
    void agentThatTalksThinksAfterwards() {
        giveLongPlan();
        world.conversation(agent).active = true;

        assertThat(world.scheduler.replan(agent)).isFalse();
        world.ticks(5);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.TALKER.label());
        world.broker.answer(world.broker.last());
        world.conversation(agent).active = false;
        world.ticks(10);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.EXECUTOR.label());
    }

    @Test
    void agentLooksAtItsPlanWhileThatGoesOn() {
        giveLongPlan();

        world.scheduler.review(agent);
        world.ticks(400);
        assertThat(reviews).hasSize(1);
        assertThat(world.queue(agent).next()).isNotNull();
        world.broker.grant(world.broker.last());
        world.broker.answer(world.broker.last());
        world.ticks(400);
        assertThat(world.queue(agent).next()).as("kept by an empty answer").isNotNull();
        assertThat(reviews).as("asked once").hasSize(1);
    }

    @Test
    void undisturbedPlanEndsBeforeTheAgentLooks() {
        giveLongPlan();
        world.queue(agent).undisturbed = true;
        world.scheduler.review(agent);
        world.ticks(400);
        assertThat(reviews).isEmpty();

        world.queue(agent).undisturbed = false;
        world.ticks(20);
        assertThat(reviews).hasSize(1);
    }

    @Test
    void agentIsAskedWhenWhatItPromisedFallsDue() {
        giveLongPlan();
        long now = world.clock.tick();
        assertThat(promise("at 500", now).due).isEqualTo(500);
        promise("at once", now);
        promise("at 900", now);
        while (world.clock.tick() < 1_500) {
            world.tick();
            Asked asked = world.broker.last();
            if (!asked.isEnded()) {
                world.broker.grant(asked);
                world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("long")));
            }
        }
        assertThat(reviews).hasSize(2);
        assertThat(reviews.get(0)).isBetween(500L, 700L);
        assertThat(reviews.get(1)).isBetween(900L, 1_100L);
    }

    @Test
    void planWhosePromptWasWrittenBeforeAPromiseHasNotSeenIt() {
        giveLongPlan();
        world.scheduler.review(agent);
        world.ticks(10);
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.tick();
        promise("at once", world.clock.tick());
        world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("long")));
        world.ticks(3);
        assertThat(world.mind(agent).owesSince).isNotEqualTo(Mind.NEVER);

        world.scheduler.review(agent);
        world.ticks(10);
        world.broker.grant(world.broker.last());
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("long")));
        world.ticks(3);
        assertThat(world.mind(agent).owesSince).isEqualTo(Mind.NEVER);
    }

    private Agreement promise(String when, long now) {
        Journal journal = world.world.getMapper(Journal.class).create(agent);
        Agreement promise = journal.agree("Robin", true, "", "", "wood, " + when, now);
        world.scheduler.promised(agent, promise);
        return promise;
    }

    /** Reads the tick in words such as {@code at 500}. */
    private static final class TickTime implements GameTime {
        @Override
        public String when(long tick, long now) {
            return "at " + tick;
        }

        @Override
        public long due(String words, long made) {
            String digits = words.replaceAll("\\D", "");
            return digits.isEmpty() ? made : Long.parseLong(digits);
        }
    }

    @Test
    void requestsOfAWorldHaveItsTenant() {
        FakeBroker broker = new FakeBroker();
        World paid = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS).tenant("castle"))
                .build());
        TestWorld.agentIn(paid);
        for (int i = 0; i < 40; i++) {
            paid.process();
        }

        assertThat(broker.asked())
                .isNotEmpty()
                .allMatch(asked -> asked.request().tenant().equals("castle"));
    }

    // ---- a plan that was written while the one before it went on

    private static PlanPart bring(String what, int amount) {
        return new PlanPart.QueueableStep(
                amount == 0
                        ? Step.of("bring").with("what", what)
                        : Step.of("bring").with("what", what).with("amount", amount));
    }

    private static final PlanPart LONG = new PlanPart.QueueableStep(Step.of("long"));

    /**
     * Has a plan done but for its last step while another is written, whose prompt showed all of its steps;
     * returns what is left of the other.
     */
    private List<String> writtenMeanwhile(List<PlanPart> shown, List<PlanPart> plan) {
        AtomicBoolean carries = new AtomicBoolean();
        TestWorld busy = TestWorld.builder()
                .actions(ActionCatalog.builder()
                        .action("long", "go on for ever")
                        .action(
                                "bring",
                                "bring something",
                                Field.oneOf("what", "wood", "stone"),
                                Field.whole("amount", 1, 9).optional())
                        .build())
                .run("long", (id, step) -> Progress.RUNNING)
                .run("bring", (id, step) -> carries.get() ? Progress.DONE : Progress.RUNNING)
                .build();
        int carrier = busy.agent();
        busy.tick();
        busy.broker.grant(busy.broker.last());
        busy.broker.answer(busy.broker.last(), shown.toArray(PlanPart[]::new));
        busy.ticks(3);
        busy.scheduler.review(carrier);
        busy.ticks(400);
        Asked asked = busy.broker.last();
        assertThat(busy.broker.grant(asked).orElseThrow().text()).contains("Still to do");
        carries.set(true);
        busy.ticks(10);
        carries.set(false);
        busy.broker.answer(asked, plan.toArray(PlanPart[]::new));
        busy.tick();
        return busy.queue(carrier).steps.stream()
                .filter(step -> !step.finished())
                .map(step -> step.step.toString())
                .toList();
    }

    @Test
    void whatThePlanBeforeItDidMeanwhileIsNotDoneAgain() {
        List<PlanPart> shown =
                List.of(bring("stone", 2), bring("wood", 0), bring("stone", 5), LONG);
        assertThat(writtenMeanwhile(
                        shown,
                        List.of(bring("wood", 4), bring("stone", 3), bring("wood", 4), LONG)))
                .containsExactly("bring wood 4", "long");
        assertThat(writtenMeanwhile(shown, List.of(bring("stone", 2), bring("stone", 5), LONG)))
                .as("also of the step that ran")
                .containsExactly("long");
        assertThat(writtenMeanwhile(shown, List.of(bring("stone", 9), bring("wood", 0), LONG)))
                .as("more, and what comes after it")
                .containsExactly("bring stone 9", "bring wood", "long");
        assertThat(writtenMeanwhile(shown, List.of(bring("stone", 5), bring("wood", 1), LONG)))
                .as("in another order: a second time")
                .containsExactly("bring wood 1", "long");
    }

    private void giveLongPlan() {
        while (world.broker.asked().isEmpty()) {
            world.tick();
        }
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("long")));
        world.ticks(3);
        assertThat(world.queue(agent).next()).isNotNull();
    }
}
