/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.internal.apply.PlanPart;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an agent orders in a talk and has in its plan already is done once. */
class DeedOfTalkAndPlanTest {
    private static final int PATIENCE = 2_400; // ticks of two minutes

    private final List<String> done = new ArrayList<>();
    private final Conversations talk = new Conversations(new ConversationConfig());
    private boolean breadIsOut;
    private int swept;
    private int plans;
    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("fetch", "bring a thing", Field.text("thing"))
                    .action("sweep", "sweep the floor")
                    .build())
            .mind(
                    (prompt, random) -> prompt.text().contains("You answer Robin now.")
                            ? "{\"to\":\"Robin\",\"action\":[{\"type\":\"fetch\",\"thing\":\"bread\"}],"
                                    + "\"later\":null,\"speaking\":\"I fetch it now.\",\"end\":true}"
                            : plans++ > 0
                                    ? "{\"action\":[],\"thinking\":\"As before.\"}"
                                    : "{\"action\":[{\"type\":\"sweep\"},{\"type\":\"fetch\",\"thing\":\"bread\"},"
                                            + "{\"type\":\"fetch\",\"thing\":\"salt\"}],\"thinking\":\"So be it.\"}")
            .plugin(minds ->
                    minds.with(talk).runner("fetch", this::fetch).runner("sweep", this::sweep));

    private Progress fetch(int agent, Step step) {
        if (breadIsOut) {
            breadIsOut = false;
            return Progress.failed("there is none");
        }
        done.add(step.text("thing"));
        return Progress.DONE;
    }

    private Progress sweep(int agent, Step step) {
        return swept++ < 200 || done.contains("salt") ? Progress.RUNNING : Progress.DONE;
    }

    private int ask() {
        int servant = sim.agent("Pip");
        sim.tickUntil(() -> sim.steps(servant).size() == 3, PATIENCE);
        talk.say("Robin", servant, "Could you fetch me the bread, please?");
        sim.tickUntil(() -> done.contains("salt"), PATIENCE);
        return servant;
    }

    @Test
    void deedThatThePlanHoldsIsDoneOnceAndAtOnce() {
        int servant = ask();
        assertThat(done).containsExactly("bread", "salt");
        Journal journal = sim.get(servant, Journal.class);
        assertThat(journal.agreements).hasSize(1);
        assertThat(journal.agreements.get(0).state).isEqualTo(Agreement.State.DONE);
        assertThat(journal.deeds.stream()
                        .filter(deed -> deed.kind == Deed.Kind.DONE)
                        .map(deed -> deed.step.toString()))
                .contains("fetch bread");
        assertThat(sim.stats().steps().dropped()).as("the one of the plan").isOne();
    }

    @Test
    void deedThatFailsInTheTalkStaysInThePlan() {
        breadIsOut = true;
        ask();
        assertThat(done).containsExactly("bread", "salt");
    }

    /** The open request of an agent for a plan, whose prompt is written. */
    private static Asked planOf(TalkWorld world, int agent) {
        world.world.getSystem(LLMSchedulerSystem.class).overrideLayer(agent, Layer.EXECUTOR);
        world.ticks(6);
        Asked plan = world.broker.asked().stream()
                .filter(each -> each.request().layer().equals("executor") && !each.isEnded())
                .reduce((earlier, later) -> later)
                .orElseThrow();
        world.broker.grant(plan);
        world.tick();
        world.world.getSystem(LLMSchedulerSystem.class).overrideLayer(agent, null);
        return plan;
    }

    private static void singAndChop(TalkWorld world, Asked plan) {
        world.broker.deliver(plan, new PlanPart.QueueableStep(Step.of("sing")));
        world.broker.answer(plan, new PlanPart.QueueableStep(Step.of("chop")));
        world.tick();
    }

    private static void sing(TalkWorld world, int agent, String to) {
        Asked answer = world.granted(agent);
        world.broker.deliver(answer, new PlanPart.Addressee(to));
        world.broker.deliver(answer, new PlanPart.QueueableStep(Step.of("sing")));
        world.broker.answer(answer, new PlanPart.SpokenText("With pleasure."));
        world.ticks(3);
    }

    private static void assertSangOnce(TalkWorld world, int agent) {
        assertThat(world.get(Journal.class, agent).deeds)
                .filteredOn(deed -> deed.step.type().equals("sing"))
                .singleElement()
                .matches(deed -> deed.times == 1);
        assertThat(world.plan(agent)).contains("chop CURRENT");
    }

    @Test
    void deedOfAPlanThatWasWrittenMeanwhileIsDoneOnce() {
        TalkWorld world = new TalkWorld();
        int ada = world.agent("Ada");
        Asked plan = planOf(world, ada);
        world.talks.say("Robin", ada, "Please sing for us, Ada.");
        world.untilAsks(ada);
        sing(world, ada, "Robin");
        singAndChop(world, plan);
        assertThat(world.plan(ada)).noneMatch(step -> step.equals("sing PENDING"));
        world.ticks(5);
        assertSangOnce(world, ada);
    }

    @Test
    void deedOfTheFirstWordsOfATalkIsDoneOnce() {
        TalkWorld world = new TalkWorld();
        int ada = world.agent("Ada");
        int bryn = world.agent("Bryn");
        world.gather(ada, bryn);
        world.untilAsks(ada);
        for (String step : List.of("come", "sing", "chop")) {
            world.get(BehaviorQueue.class, ada).steps.add(new QueuedStep(Step.of(step)));
        }
        sing(world, ada, "Bryn");
        world.arrived = true;
        world.ticks(5);
        assertSangOnce(world, ada);
    }
}
