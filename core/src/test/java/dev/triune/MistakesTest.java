/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.artemis.Aspect;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexTable;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each mistake of a game causes one clear error and does not break the tick. */
class MistakesTest {
    private static final int NO_ENTITY = 100_000;

    private final TestWorld world = TestWorld.builder()
            .run("gather", (agent, step) -> Progress.RUNNING)
            .run("wave", (agent, step) -> Progress.RUNNING)
            .build();

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a game passes by mistake
    private static <T> T missing() {
        return (@Nullable T) null;
    }

    private static Arguments call(String argument, ThrowingCallable call) {
        return Arguments.of(argument, call);
    }

    private static Goals oneGoal() {
        Goals goals = new Goals();
        goals.add("personal", "a full store");
        return goals;
    }

    static Stream<Arguments> callsWithNull() {
        ActionCatalog actions = TestWorld.ACTIONS;
        FakeBroker broker = new FakeBroker();
        MindPlugin minds = new MindPlugin(broker, actions);
        TestWorld world = TestWorld.builder().build();
        int thinker = world.agent();
        world.tick();
        BiFunction<Integer, Step, String> order = (agent, step) -> "go";
        BiConsumer<Integer, String> nothing = (agent, given) -> {};
        Function<String, Progress> done = given -> Progress.DONE;
        return Stream.of(
                call("layer", () -> world.scheduler.isLayerReady(thinker, missing())),
                call("layer", () -> world.scheduler.timeUntilReady(thinker, missing())),
                call("broker", () -> new MindPlugin(missing(), actions)),
                call("catalog", () -> new MindPlugin(broker, missing())),
                call("runner", () -> minds.runner("gather", missing())),
                call(
                        "type",
                        () -> minds.runner(
                                MistakesTest.<String>missing(), (agent, step) -> Progress.DONE)),
                call("perception", () -> minds.perception(missing())),
                call("clock", () -> minds.clock(missing())),
                call("reflexes", () -> minds.reflexes(missing())),
                call("routine", () -> minds.routine(missing())),
                call("watchdog", () -> minds.watchdog(missing())),
                call("listener", () -> minds.listener(missing())),
                call("aspect", () -> minds.aspect(missing())),
                call("policy", () -> new MindConfig(actions).policy(missing())),
                call("speaker", () -> new Speech(missing(), "Hello", 0)),
                call("text", () -> new Speech("Ann", missing(), 0)),
                call("speech", () -> new Senses().hear(missing())),
                call("step", () -> new QueuedStep(missing())),
                call("name", () -> VisibleObject.of(missing())),
                call("name", () -> new Persona().named(missing(), "a smith")),
                call("description", () -> new Persona().named("Ann", missing())),
                call("type", () -> Step.of(missing())),
                call("value of target", () -> Step.of("gather").with("target", missing())),
                call("thresholds", () -> ReflexTable.standard().thresholds(missing())),
                call("kind", () -> minds.kind(missing())),
                call("name", () -> new MindKind(missing(), Aspect.all(), actions)),
                call("aspect", () -> new MindKind("wolf", missing(), actions)),
                call("replanAfter", () -> new MindConfig(actions).replanAfter(missing())),
                call(
                        "cooldown",
                        () -> new MindConfig(actions)
                                .layer(Layer.TALKER, talker -> talker.withCooldown(missing()))),
                call("stalled", () -> new Watchdog(missing(), Duration.ofSeconds(1), 1)),
                call("moment", () -> new Surroundings(missing(), List.of(), List.of())),
                call("nearby", () -> new Surroundings("", missing(), List.of())),
                call("facts", () -> new Surroundings("", List.of(), missing())),
                call("options", () -> Surroundings.NONE.options(missing())),
                call("place", () -> Surroundings.NONE.at(missing())),
                call("name", () -> new Memory().relate(missing(), "", 0)),
                call("text", () -> new Memory().remember(missing(), "", 0, 0)),
                call("element", () -> new Senses().visible.add(missing())),
                call("element", () -> new Senses().visible.addAll(asList(missing(), missing()))),
                call("element", () -> new BehaviorQueue().steps.add(missing())),
                call("element", () -> new BehaviorQueue().nextPlan().add(missing())),
                call("element", () -> oneGoal().goals.set(0, missing())),
                call("element", () -> oneGoal().goals.replaceAll(goal -> missing())),
                call("element", () -> oneGoal().goals.addAll(0, asList(missing(), missing()))),
                call("description", () -> new Goals().add("personal", missing())),
                call("layer", () -> new MindConfig(actions).layer(missing(), talker -> talker)),
                call("change", () -> new MindConfig(actions).layer(Layer.TALKER, missing())),
                call("layer", () -> new MindConfig(actions).layer(Layer.TALKER, t -> missing())),
                call("layer", () -> world.scheduler.layer(missing(), talker -> talker)),
                call("change", () -> world.scheduler.layer(Layer.TALKER, missing())),
                call("form", () -> actions.schema(missing())),
                call("form", () -> actions.help(missing())),
                call("form", () -> actions.names(missing())),
                call("layer", () -> world.decisionStats().requests().selections(missing())),
                call("order", () -> ActionRunner.ofOrders(missing(), nothing, done, nothing)),
                call("give", () -> ActionRunner.ofOrders(order, missing(), done, nothing)),
                call(
                        "progress",
                        () -> ActionRunner.ofOrders(
                                order,
                                nothing,
                                MistakesTest.<Function<String, Progress>>missing(),
                                nothing)),
                call(
                        "progress",
                        () -> ActionRunner.ofOrders(
                                order,
                                nothing,
                                MistakesTest.<BiFunction<Integer, String, Progress>>missing(),
                                nothing)),
                call("withdraw", () -> ActionRunner.ofOrders(order, nothing, done, missing())),
                call("url", () -> new OwnModel(missing(), "small")),
                call("model", () -> new OwnModel("http://localhost/v1", missing())),
                call("words", () -> new Mind().addTrouble(missing())),
                call("layer", () -> new Mind().addTrouble(missing(), "no wood")),
                call("steps", () -> world.decisions.order(thinker, missing())),
                call("step", () -> world.decisions.order(thinker, asList(missing(), missing()))),
                call("steps", () -> world.decisions.enqueue(thinker, missing())));
    }

    @ParameterizedTest
    @MethodSource("callsWithNull")
    void nullArgumentIsNamedInTheError(String argument, ThrowingCallable call) {
        assertThatNullPointerException().isThrownBy(call).withMessage(argument);
    }

    static Stream<Arguments> refusedSettings() {
        MindKind kind = new MindKind(new MindConfig(TestWorld.ACTIONS));
        kind.runner("gather", (agent, step) -> Progress.DONE);
        return Stream.of(
                call(
                        "there are two runners for \"gather\" (expected one for each step and reflex)",
                        () -> kind.runner("gather", (agent, step) -> Progress.DONE)),
                call(
                        "a kind of mind has an empty name (expected words)",
                        () -> new MindKind(" ", Aspect.all(), TestWorld.ACTIONS)),
                call(
                        "field tool has no choices (expected at least one)",
                        () -> Field.oneOf("tool")),
                call(
                        "field tool: choice Axe is there twice (leave one out)",
                        () -> Field.oneOf("tool", "axe", "Axe")),
                call(
                        "field tool: choice \"axe \" is empty or has blanks around it"
                                + " (expected a word)",
                        () -> Field.oneOf("tool", "axe ")),
                call(
                        "field tool: synonym \"Hatchet\" is empty or has capitals or blanks"
                                + " around it (write it small)",
                        () -> Field.oneOf("tool", "axe").orWords("axe", "Hatchet")),
                call(
                        "field tool: synonyms of [saw] (expected of [axe])",
                        () -> Field.oneOf("tool", "axe").orWords("saw", "blade")),
                call(
                        "field at has a blank kind (expected a word, or no kind for any)",
                        () -> Field.target("at", " ")),
                call(
                        "the relation has no name (expected words)",
                        () -> new Memory().relate(" ", "a friend", 1)));
    }

    @ParameterizedTest
    @MethodSource("refusedSettings")
    void invalidSettingErrorNamesValueAndRemedy(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\uD800", "\u200B"})
    void personaWithoutVisibleNameIsCalledSomebody(String name) {
        int agent = world.agent();
        world.persona(agent).name = name;
        world.persona(agent).description = missing();
        world.queue(agent).pausedBy = missing();
        world.ticks(2);
        assertThat(world.broker.last().request().agent()).startsWith("somebody ");
        assertThat(world.broker.grant(world.broker.last()).orElseThrow().text())
                .contains("You are somebody.");
    }

    @Test
    void entityThatIsNotAnAgentIsNamedInTheError() {
        int stone = world.world.create();
        int needless = world.world.create();
        world.world.getMapper(Mind.class).create(needless);
        world.tick();
        for (int entity : new int[] {NO_ENTITY, -1, stone}) {
            String message = "entity " + entity + " has no Mind (expected one with Mind and Needs)";
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> world.scheduler.select(entity),
                    () -> world.scheduler.request(entity),
                    () -> world.scheduler.isLayerReady(entity, Layer.TALKER),
                    () -> world.scheduler.defer(entity))) {
                assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
            }
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> world.decisions.order(entity, List.of(Step.of("gather"))),
                    () -> world.decisions.enqueue(entity, List.of(Step.of("gather"))),
                    () -> world.decisions.cancelPlan(entity))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(call)
                        .withMessageStartingWith("entity " + entity + " is no agent (expected");
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.scheduler.select(needless))
                .withMessage("entity " + needless + " has no Needs yet (expected one with Mind"
                        + " and Needs, from the next tick on)");
        world.world.getMapper(Needs.class).create(needless);
        world.world.getMapper(Behavior.class).create(needless);
        world.world.getMapper(BehaviorQueue.class).create(needless);
        assertThat(world.scheduler.select(needless)).isNotNull();
    }

    @Test
    void unknownActionInOrderIsRejectedWithKnownActions() {
        int agent = world.agent();
        world.tick();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.decisions.order(agent, List.of(Step.of("gahter"))))
                .withMessage("no action \"gahter\" (expected one of [gather, rest, short, long], or"
                        + " one that has a runner)");
        assertThat(world.queue(agent).steps).isEmpty();
        assertThat(world.decisions.enqueue(agent, List.of(Step.of("wave"), Step.of("rest"))))
                .as("an action that only the game orders, and one of the catalog")
                .isEqualTo(2);
    }

    @Test
    void unknownActionInOrderIsRejectedWhereTheGameCarriesOutSteps() {
        TestWorld own = TestWorld.builder().withoutActing().build();
        int agent = own.agent();
        own.tick();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> own.decisions.order(agent, List.of(Step.of("gahter"))))
                .withMessage("no action \"gahter\" (expected one of [gather, rest, short, long], or"
                        + " one that has a runner)");
        assertThat(own.decisions.order(agent, List.of(Step.of("rest")))).isEqualTo(1);
    }
}
