/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.MindListener;
import dev.triune.MindStats.StepCounts;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Smiths who forge together: what one has done with the other, the other need not do again. */
class PartnerDeedTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action(
                    "forge",
                    "forge blades with another smith",
                    Field.text("with"),
                    Field.whole("blades", 1, 9))
            .action("rest", "sit down")
            .build();

    private final Script rest = new Script();
    private final List<String> told = new ArrayList<>();
    private final List<Boolean> hadStep = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .actions(ACTIONS)
            .run("rest", rest)
            .run("hum", (agent, step) -> Progress.RUNNING)
            .run("forge", new ActionRunner<>() {
                @Override
                public Progress tick(int smith, Step step) {
                    int other = smith == ada ? bryn : ada;
                    if (waits) {
                        return Progress.RUNNING;
                    }
                    hadStep.add(world().tookPart(
                                    other, step.with("with", smith == ada ? "Ada" : "Bryn")));
                    return Progress.DONE;
                }
            })
            .listener(new MindListener() {
                @Override
                public void stepDone(int agent, Step step) {
                    told.add(name(agent) + " done " + step.type());
                }

                @Override
                public void stepRemoved(int agent, Step step) {
                    told.add(name(agent) + " removed " + step.type());
                }

                @Override
                public void queueDone(int agent) {
                    told.add(name(agent) + " queue done");
                }
            })
            .thinking(config -> config.smartCalling(false).thinkAhead(false))
            .build();
    private final int ada = smith("Ada");
    private final int bryn = smith("Bryn");
    private boolean waits;

    private DecisionApplySystem world() {
        return world.decisions;
    }

    private int smith(String name) {
        int agent = world.agent();
        world.persona(agent).name = name;
        world.world.getMapper(Journal.class).create(agent);
        return agent;
    }

    private String name(int agent) {
        return world.persona(agent).name;
    }

    private Journal journal(int agent) {
        return world.world.getMapper(Journal.class).get(agent);
    }

    private static Step forge(String with, int blades) {
        return Step.of("forge").with("with", with).with("blades", blades);
    }

    private QueuedStep order(int agent, Step... steps) {
        world.decisions.enqueue(agent, List.of(steps));
        return world.queue(agent).steps.get(world.queue(agent).steps.size() - steps.length);
    }

    @AfterEach
    void stepsAddUp() {
        StepCounts all = world.decisionStats().steps();
        long left = List.of(ada, bryn).stream()
                .flatMap(agent -> java.util.stream.Stream.of(
                        world.queue(agent).steps, world.queue(agent).ahead()))
                .flatMap(List::stream)
                .filter(step -> !step.finished())
                .count();
        assertThat(all.queued()).isEqualTo(all.done() + all.failed() + all.dropped() + left);
    }

    @Test
    void halfOfThePartnerIsDoneAndItsPlanGoesOn() {
        world.tick();
        QueuedStep half = order(bryn, forge("Ada", 2), Step.of("rest"));
        waits = true;
        world.tick(); // Bryn begins
        waits = false;
        order(ada, forge("Bryn", 2));
        world.ticks(2);
        assertThat(half.state).isEqualTo(State.DONE);
        assertThat(hadStep).containsExactly(true);
        assertThat(told)
                .containsExactlyInAnyOrder("Ada done forge", "Ada queue done", "Bryn done forge");
        assertThat(world.behavior(bryn).name).isEqualTo("rest");
        assertThat(deeds(bryn)).containsExactly("DONE forge with=Ada blades=2");
    }

    @Test
    void lastStepOfThePartnerEndsItsPlan() {
        world.tick();
        order(ada, forge("Bryn", 2));
        order(bryn, forge("Ada", 2));
        world.tick();
        assertThat(hadStep).containsExactly(true);
        assertThat(told).contains("Bryn queue done");
        assertThat(world.behavior(bryn)).matches(Behavior::idle).matches(each -> each.completed);
    }

    @Test
    void stepBehindAnotherIsStruckWithoutDisturbingIt() {
        world.tick();
        order(bryn, Step.of("rest"), forge("Ada", 2));
        world.tick();
        rest.calls();
        order(ada, forge("Bryn", 2));
        world.ticks(2);
        assertThat(rest.calls()).containsOnly("tick");
        assertThat(world.queue(bryn).steps).hasSize(1);
    }

    @Test
    void stepOfTheNextPlanIsStruck() {
        world.tick();
        order(bryn, Step.of("rest"));
        world.queue(bryn).nextPlan().add(new QueuedStep(forge("Ada", 2)));
        order(ada, forge("Bryn", 2));
        world.tick();
        assertThat(world.queue(bryn).hasNextPlan()).isFalse();
    }

    @Test
    void smallerHalfIsDoneAndLargerRemains() {
        world.tick();
        QueuedStep larger = order(bryn, Step.of("rest"), forge("Ada", 3), forge("Ada", 1));
        order(ada, forge("Bryn", 2));
        world.tick();
        assertThat(larger.finished()).isFalse();
        assertThat(world.queue(bryn).steps)
                .extracting(queued -> queued.step.toString())
                .containsExactly("rest", forge("Ada", 3).toString());
    }

    @Test
    void halfThatKeepsAnAgreementKeepsIt() {
        world.tick();
        Agreement promise = agreed(bryn, "Ada", "forge blades 2 with Ada");
        QueuedStep half = order(bryn, forge("Ada", 2));
        half.agreement = promise.number;
        promise.stepsLeft = 1;
        order(ada, forge("Bryn", 2));
        world.tick();
        assertThat(promise.state).isEqualTo(Agreement.State.DONE);
    }

    @Test
    void promiseWithoutAPlanIsKeptAndOthersAreNot() {
        world.tick();
        Agreement promise = agreed(bryn, "Ada", "forge blades with you tomorrow");
        Agreement other = agreed(bryn, "Cleo", "forge blades with you tomorrow");
        order(ada, forge("Bryn", 2));
        world.tick();
        assertThat(hadStep).containsExactly(false);
        assertThat(promise.state).isEqualTo(Agreement.State.DONE);
        assertThat(other.open()).isTrue();
        assertThat(deeds(bryn)).hasSize(1);
    }

    private Agreement agreed(int agent, String with, String what) {
        return journal(agent).agree(with, true, "Will you?", "I will.", what, 0);
    }

    private List<String> deeds(int agent) {
        return journal(agent).deeds.stream()
                .filter(deed -> deed.kind != Deed.Kind.REFLEX)
                .map(deed -> deed.kind + " " + deed.step.type()
                        + deed.step.arguments().entrySet().stream()
                                .map(each -> " " + each.getKey() + "=" + each.getValue())
                                .reduce("", String::concat))
                .toList();
    }

    @Test
    void planThatIsBeingWrittenLeavesItsHalfOut() {
        Asked asked = granted(bryn);
        order(ada, forge("Bryn", 2));
        world.tick();
        assertThat(hadStep).containsExactly(false);
        world.broker.answer(
                asked,
                new PlanPart.QueueableStep(Step.of("rest")),
                new PlanPart.QueueableStep(forge("Ada", 2)));
        world.tick();
        assertThat(world.plan(bryn)).containsExactly("rest");
    }

    /** Returns the request of an agent, whose prompt is written. */
    private Asked granted(int agent) {
        for (int i = 0; i < 200; i++) {
            world.tick();
            for (Asked asked : world.broker.asked()) {
                if (asked.ticket().number() == world.mind(agent).ticket) {
                    assertThat(world.broker.grant(asked)).isPresent();
                    world.tick();
                    return asked;
                }
            }
        }
        throw new AssertionError("no request of " + name(agent));
    }

    @Test
    void stepOfARunnerAloneIsDoneIfItSaysTheSame() {
        world.tick();
        Step hum = Step.of("hum");
        order(bryn, hum.with("song", "a round"));
        assertThat(world.decisions.tookPart(bryn, hum.with("song", "a march"))).isFalse();
        assertThat(world.decisions.tookPart(bryn, hum.with("song", "a round"))).isTrue();
    }

    @Test
    void refusesWhatTheAgentCannotDo() {
        world.tick();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.decisions.tookPart(bryn, Step.of("fly")))
                .withMessageStartingWith("no action \"fly\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.decisions.tookPart(99, Step.of("rest")))
                .withMessageContaining("is no agent");
    }
}
