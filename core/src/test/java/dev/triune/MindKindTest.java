/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shepherds, the default kind, and wolves in one world. */
class MindKindTest {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final int MINUTE = 1_200;

    private static final ActionCatalog SHEPHERD = ActionCatalog.builder()
            .action("shear", "shear a sheep")
            .action("rest", "sit down")
            .build();

    /** An action of wolves. */
    @Help("call the pack")
    record Howl(int times) {}

    /** Howls at once. */
    private static final class HowlRunner implements ActionRunner<Howl> {
        @Override
        public Progress tick(int agent, Howl howl) {
            return Progress.DONE;
        }
    }

    /** Another action of wolves. */
    @Help("lie down")
    record Rest(String place) {}

    private static final ActionCatalog WOLF = ActionCatalog.of(Howl.class, Rest.class);

    /** A game's own mark of wolves. */
    public static final class Wolf extends PooledComponent {
        @Override
        protected void reset() {}
    }

    private final VirtualTime time = new VirtualTime();
    private final List<Prompt> prompts = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private String answer = "{\"action\":[{\"type\":\"shear\"},{\"type\":\"howl\",\"times\":2}]}";

    private final Broker broker = new BrokerBuilder()
            .ticker(time)
            .provider(
                    ProviderSettings.of("offline", "scripted"),
                    OfflineProvider.builder((prompt, random) -> {
                                prompts.add(prompt);
                                return answer;
                            })
                            .clock(time, time)
                            .build())
            .build();

    private final MindKind wolves = new MindKind("wolf", Aspect.all(Wolf.class), WOLF)
            .runner(Howl.class, (agent, howl) -> {
                done.add("howl " + howl.times());
                return Progress.DONE;
            })
            .runner("rest", (agent, step) -> {
                done.add("wolf rests");
                return Progress.DONE;
            });

    private final MindPlugin plugin = new MindPlugin(broker, SHEPHERD)
            .runner("shear", (agent, step) -> {
                done.add("shear");
                return Progress.DONE;
            })
            .runner("rest", (agent, step) -> {
                done.add("shepherd rests");
                return Progress.DONE;
            })
            .kind(wolves)
            .listener(new MindListener() {
                @Override
                public void stepRefused(int agent, Layer layer, RefusedStep step) {
                    refused.add(step.type() + ": " + step.reason());
                }
            });

    private World world() {
        return new World(new WorldConfigurationBuilder().with(plugin).build());
    }

    @Test
    void eachKindIsOfferedOnlyItsOwnActions() {
        World world = world();
        agent(world, "Ann");
        wolf(world, "Grey");
        run(world, 100);

        assertThat(promptOf("Ann")).contains("shear").doesNotContain("howl", "lie down");
        assertThat(promptOf("Grey")).contains("howl", "lie down").doesNotContain("shear");
    }

    @Test
    void kindRefusesActionsOfAnotherKind() {
        World world = world();
        wolf(world, "Grey");
        run(world, 100);

        assertThat(done).containsExactly("howl 2");
        assertThat(refused).singleElement().asString().contains("no such action");
    }

    @Test
    void actionsWithTheSameNameUseTheRunnerOfTheirKind() {
        answer = "{\"action\":{\"type\":\"rest\",\"place\":\"den\"}}";
        World world = world();
        agent(world, "Ann");
        wolf(world, "Grey");
        run(world, 100);

        assertThat(done).containsExactlyInAnyOrder("shepherd rests", "wolf rests");
    }

    @Test
    void eachKindHasItsOwnCooldowns() {
        wolves.configure(config -> config.smartCalling(false))
                .configure(config -> config.layer(
                        Layer.EXECUTOR, executor -> executor.withCooldown(Duration.ofSeconds(30))));
        answer = "{\"action\":{\"type\":\"rest\",\"place\":\"den\"}}";
        World world = world();
        int ann = agent(world, "Ann");
        int grey = wolf(world, "Grey");
        LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
        run(world, 40);

        assertThat(scheduler.timeUntilReady(grey, Layer.EXECUTOR))
                .isBetween(Duration.ofSeconds(27), Duration.ofSeconds(30));
        assertThat(scheduler.timeUntilReady(ann, Layer.EXECUTOR))
                .isBetween(Duration.ofSeconds(7), Duration.ofSeconds(10));

        scheduler.layer(
                "wolf", Layer.EXECUTOR, executor -> executor.withCooldown(Duration.ofMinutes(5)));
        assertThat(scheduler.timeUntilReady(grey, Layer.EXECUTOR))
                .isGreaterThan(Duration.ofMinutes(4));
        assertThat(scheduler.timeUntilReady(ann, Layer.EXECUTOR))
                .isLessThan(Duration.ofSeconds(10));
        scheduler.layer(
                Layer.EXECUTOR,
                executor -> executor.withCooldown(Duration.ofHours(1))); // the default kind
        assertThat(scheduler.timeUntilReady(grey, Layer.EXECUTOR))
                .isLessThan(Duration.ofMinutes(5).plusSeconds(1));
        assertThat(scheduler.timeUntilReady(ann, Layer.EXECUTOR))
                .isGreaterThan(Duration.ofMinutes(59));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.layer("bear", Layer.EXECUTOR, executor -> executor))
                .withMessage("no kind of mind is named \"bear\" (expected one of [default, wolf])");
    }

    @Test
    void changeOfKindTakesEffectAtTheNextPrompt() {
        World world = world();
        int ann = agent(world, "Ann");
        run(world, 40);
        assertThat(done).containsExactly("shear");

        world.getMapper(Wolf.class).create(ann);
        run(world, MINUTE);

        assertThat(prompts.get(prompts.size() - 1).text())
                .contains("howl")
                .doesNotContain("shear a");
        assertThat(done).contains("howl 2");
    }

    @Test
    void kindFallsBackToItsOwnRoutine() {
        wolves.routine(new Routine() {
            @Override
            public List<Step> fallback(int agent) {
                return List.of(Step.of("rest").with("place", "den"));
            }
        });
        answer = "no plan at all";
        World world = world();
        wolf(world, "Grey");
        agent(world, "Ann");
        run(world, MINUTE);

        assertThat(done).contains("wolf rests").doesNotContain("shepherd rests");
    }

    @Test
    void kindFromTheGuideCanBeSetUp() {
        ActionCatalog wolfActions = ActionCatalog.of(Howl.class);
        MindPlugin plugin = new MindPlugin(broker, SHEPHERD);
        // [sample]
        plugin.kind(new MindKind("wolf", Aspect.all(Wolf.class), wolfActions)
                .runner(Howl.class, new HowlRunner())
                .configure(config -> config.maxTokens(128)
                        .layer(
                                Layer.EXECUTOR,
                                executor -> executor.withCooldown(Duration.ofSeconds(30)))));
        // [end]
        assertThat(plugin.systems()).isNotEmpty();
    }

    @Test
    void talkerSettingsApplyOnlyToTheirKind() {
        MindKind wolves = new MindKind("wolf", Aspect.all(Wolf.class), WOLF);
        wolves.configure(config -> config.layer(
                Layer.TALKER,
                talker -> talker.withModel("wolf-model")
                        .withTemperature(1.2)
                        .withOptions(ModelOptions.NONE.reasoning(Reasoning.OFF))));
        List<Request<?>> requests = new ArrayList<>();
        Broker recording = (Broker) Proxy.newProxyInstance(
                Broker.class.getClassLoader(),
                new Class<?>[] {Broker.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("submit")) {
                        requests.add((Request<?>) arguments[0]);
                    }
                    return method.invoke(broker, arguments);
                });
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(recording, SHEPHERD).kind(wolves))
                .build());
        int ann = agent(world, "Ann");
        int grey = wolf(world, "Grey");
        for (int agent : List.of(ann, grey)) {
            world.getMapper(Senses.class).get(agent).hear(new Speech("player", "Hey!", 0));
        }
        run(world, 100);
        Request<?> wolf = talkOf(requests, "Grey");
        Request<?> shepherd = talkOf(requests, "Ann");
        assertThat(wolf.model()).isEqualTo("wolf-model");
        assertThat(wolf.temperature()).isEqualTo(1.2);
        assertThat(wolf.options()).isEqualTo(ModelOptions.NONE.reasoning(Reasoning.OFF));
        assertThat(shepherd.model()).isEmpty();
        assertThat(shepherd.temperature()).isEqualTo(Request.DEFAULT_TEMPERATURE);
        assertThat(shepherd.options()).isEqualTo(ModelOptions.NONE);
    }

    private static Request<?> talkOf(List<Request<?>> requests, String name) {
        return requests.stream()
                .filter(request -> request.layer().equals("talker"))
                .filter(request -> request.agent().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void pendingLimitCountsTheRequestsOfAllKinds(int limit) {
        MindTest sim = MindTest.world(SHEPHERD)
                .mind("{}")
                .latency(Duration.ofMinutes(1))
                .plugin(minds -> minds.pendingLimit(limit).kind(wolves));
        sim.agent("Ann");
        sim.world().getMapper(Wolf.class).create(sim.agent("Grey"));
        int most = 0;
        for (int tick = 0; tick < 200; tick++) {
            sim.ticks(1);
            most = Math.max(most, sim.stats().requests().pending());
        }
        assertThat(most).isEqualTo(limit);
    }

    @Test
    void setterOfAKindThrowsOnceItsWorldIsBuilt() {
        world();
        List<Consumer<MindKind>> setters = List.of(
                kind -> kind.runner("dance", (agent, step) -> Progress.DONE),
                kind -> kind.runner(Howl.class, new HowlRunner()),
                kind -> kind.configure(config -> config.maxTokens(128)),
                kind -> kind.routine(Routine.NONE));
        for (Consumer<MindKind> setter : setters) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> setter.accept(wolves))
                    .withMessage("the kind of mind \"wolf\" serves a world already"
                            + " (set before the world is built)");
        }
    }

    @Test
    void configThatWasKeptThrowsOnceItsWorldIsBuilt() {
        AtomicReference<MindConfig> kept = new AtomicReference<>();
        wolves.configure(kept::set);
        world();
        List<Consumer<MindConfig>> setters = List.of(
                config -> config.maxTokens(128),
                config -> config.thinkAhead(false),
                config -> config.layer(Layer.TALKER, talker -> talker.withEnabled(false)));
        for (Consumer<MindConfig> setter : setters) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> setter.accept(kept.get()))
                    .withMessage("this MindConfig serves a world already"
                            + " (set before the world is built)");
        }
    }

    @Test
    void orderForAnActionOfAnotherKindIsRejectedAndThePlanStays() {
        World world = world();
        int grey = wolf(world, "Grey");
        world.process();
        DecisionApplySystem decisions = world.getSystem(DecisionApplySystem.class);
        Step rest = Step.of("rest").with("place", "den");
        assertThat(decisions.order(grey, List.of(rest))).isEqualTo(1);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> decisions.order(grey, List.of(Step.of("shear"))),
                () -> decisions.enqueue(grey, List.of(rest, Step.of("shear"))))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call)
                    .withMessage("no action \"shear\" (expected one of [howl, rest],"
                            + " or one that has a runner)");
        }
        assertThat(world.getMapper(BehaviorQueue.class).get(grey).steps)
                .extracting(queued -> queued.step)
                .containsExactly(rest);
    }

    @Test
    void rejectsDuplicateAndEmptyKindNames() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plugin.kind(new MindKind("wolf", Aspect.all(), WOLF)))
                .withMessage(
                        "two kinds of mind are named \"wolf\" (expected a name of its own for each)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MindKind(" ", Aspect.all(), WOLF))
                .withMessage("a kind of mind has an empty name (expected words)");
    }

    private String promptOf(String name) {
        return prompts.stream()
                .map(Prompt::text)
                .filter(text -> text.contains("You are " + name))
                .findFirst()
                .orElseThrow();
    }

    private static int wolf(World world, String name) {
        int wolf = agent(world, name);
        world.getMapper(Wolf.class).create(wolf);
        return wolf;
    }

    private static int agent(World world, String name) {
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Senses.class).create(agent);
        world.getMapper(Persona.class).create(agent).named(name, "");
        return agent;
    }

    private void run(World world, int ticks) {
        for (int i = 0; i < ticks; i++) {
            time.advance(TICK);
            world.process();
        }
    }
}
