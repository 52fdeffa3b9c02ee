/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners receive each event of an agent's mind once, in the order in which they happen. */
class EventsTest {
    private final List<String> told = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();
    private Progress eating = Progress.RUNNING;
    private Progress walking = Progress.RUNNING;
    private boolean fireBurns = true;
    private boolean canLight = true;
    private String throwingAt = "none";
    private final MindListener listener = recorder();
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("walk", "walk")
                    .action("light", "light a fire")
                    .action("cook", "make a meal")
                    .require("cook", "a fire", (agent, step) -> fireBurns)
                    .build())
            .routine(new Routine() {
                @Override
                public List<Step> bridge(int agent, Step step, String obstacle) {
                    return canLight ? List.of(Step.of("light")) : List.of();
                }

                @Override
                public List<Step> fallback(int agent) {
                    return List.of(Step.of("walk"));
                }
            })
            .run("walk", (agent, step) -> walking)
            .run("cook", (agent, step) -> Progress.failed("it burned"))
            .run("light", (agent, step) -> {
                fireBurns = true;
                return Progress.DONE;
            })
            .run("seek_food", (agent, step) -> eating)
            .listener(listener)
            .build();
    private final int agent = world.agent();

    @Test
    void reportsEachPartOfAnAnswerThenItsEnd() {
        answer(
                asked(),
                new PlanPart.QueueableStep(Step.of("walk"), "walck is walk"),
                new PlanPart.RejectedStep("fly", "no such action"),
                new PlanPart.UnknownKey("mood"),
                new PlanPart.NewGoal("personal", "find a cat"),
                new PlanPart.SpokenText("Here, kitty!"),
                new PlanPart.Addressee("all"),
                new PlanPart.Thought("cats are nice"));
        assertThat(told)
                .containsExactly(
                        "requestSubmitted EXECUTOR 1 5 idle",
                        "stepQueued EXECUTOR 1 walk 0",
                        "stepRepaired EXECUTOR walk walck is walk",
                        "stepRefused EXECUTOR RefusedStep[type=fly, reason=no such action, written=,"
                                + " expected=]",
                        "unknownKey EXECUTOR mood",
                        "goalSet find a cat",
                        "spoke EXECUTOR Here, kitty!",
                        "addressed EXECUTOR all",
                        "thought EXECUTOR cats are nice",
                        "answerEnded EXECUTOR 1 REPAIRED",
                        "requestEnded EXECUTOR 1 ANSWERED",
                        "stepStarted walk");
    }

    @Test
    void reportsEachStepOfAPlanThenQueueDone() {
        answer(asked(), ordered("walk"), ordered("cook"));
        told.clear();
        walking = Progress.DONE;
        world.ticks(50);
        assertThat(told)
                .containsExactly(
                        "stepDone walk",
                        "stepStarted cook",
                        "stepFailed cook it burned",
                        "queueDone");
    }

    @Test
    void interruptedStepIsReportedAsStartedAgain() {
        answer(asked(), ordered("walk"));
        told.clear();
        interrupt();
        walking = Progress.DONE;
        relieve();
        assertThat(told)
                .containsExactly(
                        "reflexStarted STARVING walk",
                        "reflexEnded seek_food",
                        "stepStarted walk",
                        "stepDone walk",
                        "queueDone");
    }

    @Test
    void interruptedStepThatNoLongerFitsFailsAlone() {
        answer(asked(), ordered("walk"), ordered("walk"));
        told.clear();
        interrupt();
        world.queue(agent).steps.get(0).step = Step.of("cook");
        fireBurns = false;
        relieve();
        assertThat(told)
                .containsExactly(
                        "reflexStarted STARVING walk",
                        "reflexEnded seek_food",
                        "stepStarted cook",
                        "stepFailed cook needs a fire",
                        "stepStarted walk");
    }

    @Test
    void bridgedStepIsReportedWithNumberOfInsertedSteps() {
        fireBurns = false;
        answer(asked(), ordered("cook"));
        world.tick();
        assertThat(told)
                .containsSubsequence(
                        "stepBridged cook 1",
                        "stepStarted light",
                        "stepDone light",
                        "stepStarted cook",
                        "stepFailed cook it burned",
                        "queueDone");
    }

    @Test
    void nextPlanStartIsReportedBeforeQueueDone() {
        answer(asked(), ordered("walk"));
        world.scheduler.resetCooldowns(agent);
        world.ticks(5);
        answer(world.broker.last(), ordered("walk"), ordered("walk"));
        told.clear();
        walking = Progress.DONE;
        world.tick();
        assertThat(told)
                .containsExactly(
                        "stepDone walk", "nextPlanStarted 1", "queueDone", "stepStarted walk");
    }

    @Test
    void failedCallIsReportedOnceWithoutAnAnswer() {
        Asked asked = asked();
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.end(asked, new Outcome.Failed(FailureCode.UNREACHABLE, "gone", false));
        world.ticks(2);
        assertThat(told)
                .containsExactly(
                        "requestSubmitted EXECUTOR 1 5 idle", "requestEnded EXECUTOR 1 FAILED");
    }

    @Test
    void supersededRequestIsReportedAsEndedOnce() {
        asked();
        world.conversation(agent).active = true;
        world.ticks(7);
        assertThat(told)
                .containsExactly(
                        "requestSubmitted EXECUTOR 1 5 idle",
                        "requestSubmitted TALKER 2 8 conversation",
                        "requestEnded EXECUTOR 1 SUPERSEDED");
    }

    @Test
    void answerToReplacedRequestIsReportedAsSuperseded() {
        Asked asked = asked();
        assertThat(world.broker.grant(asked)).isPresent();
        world.mind(agent).ticket = 99;
        answer(asked, ordered("walk"));
        assertThat(told)
                .containsExactly(
                        "requestSubmitted EXECUTOR 1 5 idle",
                        "answerEnded EXECUTOR 1 SUPERSEDED",
                        "requestEnded EXECUTOR 1 ANSWERED");
    }

    @Test
    void deletedAgentCausesNoEvents() {
        Asked asked = asked();
        world.broker.ignoreCancel();
        assertThat(world.broker.grant(asked)).isPresent();
        world.world.delete(agent);
        world.tick();
        told.clear();
        answer(asked, ordered("walk"), new PlanPart.SpokenText("Boo!"));
        world.ticks(2);
        assertThat(told).isEmpty();
        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
    }

    @Test
    void longRunReportsEveryKindOfEvent() {
        liveLong();
        assertThat(names).containsExactlyInAnyOrderElementsOf(events().skip(1).toList());
    }

    /** Every event by its name, and all of them at once. */
    static Stream<String> events() {
        return Stream.concat(
                Stream.of("all"),
                Arrays.stream(MindListener.class.getDeclaredMethods())
                        .filter(event -> !event.isSynthetic()) // coverage adds one
                        .map(Method::getName)
                        .filter(name -> !name.equals("planOrdered")) // habits are off
                        .filter(name -> !name.equals("spokeWithoutModel"))); // of conversations
    }

    @ParameterizedTest
    @MethodSource("events")
    void throwingListenerIsReportedOnceAndChangesNothing(String event) {
        EventsTest undisturbed = new EventsTest();
        undisturbed.liveLong();
        throwingAt = event;
        try (LogLines log = new LogLines("dev.triune")) {
            liveLong();
            assertThat(log.texts())
                    .filteredOn(line -> line.contains("threw"))
                    .containsExactly("listener " + listener.getClass().getName()
                            + " threw an exception at entity " + agent
                            + "; its further faults are not logged");
        }
        assertThat(told).isEqualTo(undisturbed.told);
        assertThat(world.decisionStats()).isEqualTo(undisturbed.world.decisionStats());
        assertThat(world.queue(agent).steps)
                .hasToString(undisturbed.world.queue(agent).steps.toString());
        assertThat(world.behavior(agent).name).isEqualTo(undisturbed.world.behavior(agent).name);
    }

    private void liveLong() {
        answer(
                asked(),
                new PlanPart.QueueableStep(Step.of("walk"), "walck is walk"),
                new PlanPart.UnknownKey("mood"),
                new PlanPart.NewGoal("personal", "find a cat"),
                new PlanPart.SpokenPiece("Here, "),
                new PlanPart.SpokenText("Here, kitty!"),
                new PlanPart.Addressee("all"),
                new PlanPart.Thought("cats are nice"));
        ahead("walk");
        walking = Progress.DONE;
        world.ticks(3); // the plan that was made ahead moves up, and is over
        world.scheduler.resetCooldowns(agent);
        walking = Progress.RUNNING;
        world.ticks(10);
        answer(world.broker.last(), ordered("walk"));
        canLight = false;
        ahead("cook");
        fireBurns = false;
        walking = Progress.DONE;
        world.ticks(2); // the plan that was made ahead is stale
        canLight = true;
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        answer(world.broker.last(), ordered("cook")); // it is bridged, and fails
        walking = Progress.RUNNING;
        breakOffAPlan();
        nonsenseTwice();
        eating = Progress.DONE;
        interruptBriefly();
        takeAwayAStep();
        eating = Progress.failed("no food");
        interruptBriefly();
        promiseWhatCannotBeDone();
    }

    private void promiseWhatCannotBeDone() {
        world.conversation(agent).active = true;
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        answer(
                world.broker.last(),
                new PlanPart.RejectedStep("fly", "no such action"),
                new PlanPart.SpokenText("I fly!"));
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        answer(
                world.broker.last(),
                new PlanPart.Later("walk tomorrow"),
                new PlanPart.SpokenText("I stay."),
                new PlanPart.EndOfTalk());
    }

    private void ahead(String type) {
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        answer(world.broker.last(), ordered(type));
        assertThat(world.queue(agent).ahead()).hasSize(1);
    }

    private void breakOffAPlan() {
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.deliver(asked, ordered("walk"));
        world.tick();
        world.broker.end(asked, new Outcome.Cancelled(false));
        world.tick();
    }

    private void nonsenseTwice() {
        for (int i = 0; i < 2; i++) {
            world.scheduler.resetCooldowns(agent);
            world.ticks(10);
            answer(world.broker.last(), new PlanPart.RejectedStep("fly", "no such action"));
        }
    }

    private void takeAwayAStep() {
        world.queue(agent).steps.clear();
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        answer(world.broker.last(), ordered("walk"));
        world.queue(agent).steps.clear();
        world.tick();
    }

    private void interruptBriefly() {
        world.needs(agent).hunger = 0.05f;
        world.tick();
        relieve();
    }

    private void interrupt() {
        world.needs(agent).hunger = 0.05f;
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
    }

    private void relieve() {
        world.needs(agent).hunger = 1;
        world.ticks(2);
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

    private static PlanPart ordered(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }

    /** A listener that records the name and the arguments of each event, without the agent. */
    private MindListener recorder() {
        Class<MindListener> type = MindListener.class;
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    names.add(method.getName());
                    told.add(Stream.concat(
                                    Stream.of(method.getName()),
                                    Arrays.stream(arguments).skip(1).map(EventsTest::word))
                            .collect(Collectors.joining(" ")));
                    if (throwingAt.equals("all") || throwingAt.equals(method.getName())) {
                        throw new IllegalStateException("of the game");
                    }
                    return null;
                }));
    }

    private static String word(Object told) {
        if (told instanceof Ticket ticket) {
            return Long.toString(ticket.number());
        }
        return told instanceof Outcome outcome ? outcome.kind().name() : told.toString();
    }
}
