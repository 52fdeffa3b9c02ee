/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.BehaviorSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plugin together with a real broker and an offline mind, on virtual time. */
class MindPluginTest {
    private static final Duration TICK = Duration.ofMillis(50);

    /** A game's own mark of the dead. */
    public static final class Dead extends PooledComponent {
        @Override
        protected void reset() {}
    }

    private final VirtualTime time = new VirtualTime();
    private final Broker broker = new BrokerBuilder()
            .ticker(time)
            .provider(
                    ProviderSettings.of("offline", "scripted").withPermits(2),
                    OfflineProvider.builder(
                                    OfflineModel.scripted("{\"action\":{\"type\":\"rest\"}}"))
                            .clock(time, time)
                            .seed(1)
                            .build())
            .build();
    private final List<Outcome.Kind> ends = new ArrayList<>();
    private final MindListener listener = new MindListener() {
        @Override
        public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
            ends.add(outcome.kind());
        }
    };

    @Test
    void submitsRequestAndReceivesAnswer() {
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
                .runner("rest", (agent, step) -> Progress.DONE)
                .listener(listener);
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        agent(world);
        run(world, 100);
        assertThat(broker.stats().requests().submitted()).isEqualTo(1);
        assertThat(broker.stats().requests().count(Outcome.Kind.ANSWERED)).isEqualTo(1);
        assertThat(ends).containsExactly(Outcome.Kind.ANSWERED);
        assertThat(plugin.stats().requests().pending()).isZero();
        assertThat(plugin.stats().answers().total()).isEqualTo(1);
    }

    @Test
    void lowPrioritySystemsRunInOrderAfterGameSystems() {
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
                .priority(WorldConfigurationBuilder.Priority.LOW);
        BaseSystem movement = new BaseSystem() {
            @Override
            protected void processSystem() {}
        };
        World world = new World(
                new WorldConfigurationBuilder().with(plugin).with(movement).build());
        List<Class<?>> order = new ArrayList<>();
        world.getSystems().forEach(system -> order.add(system.getClass()));
        assertThat(order)
                .containsSubsequence(
                        movement.getClass(),
                        GameClockSystem.class,
                        DecisionApplySystem.class,
                        AutonomicSystem.class,
                        LLMSchedulerSystem.class,
                        BehaviorSystem.class);
    }

    @Test
    void excludedEntitiesDoNotThinkOrAct() {
        MindPlugin plugin =
                new MindPlugin(broker, TestWorld.ACTIONS).aspect(Aspect.exclude(Dead.class));
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        int dead = agent(world);
        world.getMapper(Dead.class).create(dead);
        run(world, 300);
        assertThat(broker.stats().requests().submitted()).isZero();
        assertThat(world.getMapper(Behavior.class).get(dead).name).isEqualTo(Behavior.IDLE);
        world.getMapper(Dead.class).remove(dead);
        run(world, 300);
        assertThat(broker.stats().requests().submitted()).isPositive();
    }

    @Test
    void excludingAnAgentCancelsItsRequest() {
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
                .aspect(Aspect.exclude(Dead.class))
                .listener(listener);
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        int agent = agent(world);
        run(world, 2);
        assertThat(broker.stats().calls().inFlight()).isEqualTo(1);
        world.getMapper(Dead.class).create(agent);
        run(world, 2);
        assertThat(broker.stats().calls().inFlight()).isZero();
        assertThat(broker.stats().requests().count(Outcome.Kind.CANCELLED)).isEqualTo(1);
        assertThat(plugin.stats().requests().pending()).isZero();
        world.getMapper(Dead.class).remove(agent);
        run(world, 1);
        assertThat(world.getMapper(Mind.class).get(agent).ticket).isZero();
        assertThat(ends).as("told once, before the agent leaves").hasSize(1);
    }

    @Test
    void behaviorSystemCanBeLeftOut() {
        List<BaseSystem> systems = new MindPlugin(broker, TestWorld.ACTIONS)
                .withoutBehaviorSystem()
                .systems();
        assertThat(systems).noneMatch(BehaviorSystem.class::isInstance);
        assertThat(systems).anyMatch(AutonomicSystem.class::isInstance);
    }

    @Test
    void injectsMappersIntoRoutines() {
        RememberingRoutine routine = new RememberingRoutine();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS).routine(routine))
                .build());
        assertThat(routine.mMind).isSameAs(world.getMapper(Mind.class));
    }

    /** A routine that would look into minds. */
    private static final class RememberingRoutine implements Routine {
        private @Nullable ComponentMapper<Mind> mMind;
    }

    @Test
    void systemsWorkWithoutThePlugin() {
        GameClock clock = new GameClock();
        DecisionApplySystem decisions = new DecisionApplySystem(clock, broker, TestWorld.ACTIONS);
        World world = new World(new WorldConfiguration()
                .setSystem(new GameClockSystem(clock))
                .setSystem(decisions)
                .setSystem(new AutonomicSystem(clock))
                .setSystem(new LLMSchedulerSystem(clock, broker, new MindConfig(TestWorld.ACTIONS)))
                .setSystem(new BehaviorSystem(clock, Map.of(), TestWorld.ACTIONS)));
        int agent = agent(world);
        run(
                world,
                190); // the executor asks once; its step fails, nobody can do it; boredom follows
        assertThat(clock.tick()).isEqualTo(190);
        assertThat(decisions.stats().answers().total()).isEqualTo(1);
        assertThat(decisions.stats().steps().failed())
                .isEqualTo(decisions.stats().steps().queued());
        assertThat(world.getMapper(Behavior.class).get(agent).name).isEqualTo("wander");
    }

    @Test
    void rejectsUseOfOnePluginInTwoWorlds() {
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS);
        new World(new WorldConfigurationBuilder().with(plugin).build());
        assertThatIllegalStateException()
                .isThrownBy(() -> new WorldConfigurationBuilder().with(plugin).build())
                .withMessage("this MindPlugin serves a world already (make one for each world)");
        assertThatIllegalStateException().isThrownBy(plugin::systems);
        MindPlugin byHand = new MindPlugin(broker, TestWorld.ACTIONS);
        assertThat(byHand.systems()).isNotEmpty();
        assertThatIllegalStateException().isThrownBy(byHand::systems);
    }

    @Test
    void secondModuleOfAClassIsRefused() {
        final class Quests implements MindModule {
            @Override
            public void install(MindContext minds) {}
        }
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS).with(new Quests());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plugin.with(new Quests()))
                .withMessage("two modules are Quests (expected one of each class; set up one"
                        + " object and add it once)");
    }

    @Test
    void systemsOfModulesRunBeforeThinkingAndAfterActingAndTheirListenersComeFirst() {
        List<String> order = new ArrayList<>();
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
                .listener(new MindListener() {
                    @Override
                    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                        order.add("game");
                    }
                })
                .runner("flee_danger", (agent, step) -> {
                    order.add("act");
                    return Progress.RUNNING;
                })
                .with(minds -> {
                    minds.afterActing(new Noted(order, "after") {});
                    minds.beforeThinking(new Noted(order, "before"));
                    minds.listener(new MindListener() {
                        @Override
                        public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                            order.add("module");
                        }
                    });
                });
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        int agent = TestWorld.agentIn(world);
        world.process();
        world.getMapper(Needs.class).get(agent).danger = true;
        order.clear();
        world.process();
        assertThat(order).containsExactly("module", "game", "before", "act", "after");
    }

    /** Notes that it was processed. */
    private static class Noted extends BaseSystem {
        private final List<String> order;
        private final String name;

        Noted(List<String> order, String name) {
            this.order = order;
            this.name = name;
        }

        @Override
        protected void processSystem() {
            order.add(name);
        }
    }

    static Stream<Consumer<MindPlugin>> setters() {
        return Stream.of(
                minds -> minds.runner("rest", (agent, step) -> Progress.DONE),
                minds -> minds.perception(agent -> Surroundings.NONE),
                minds -> minds.configure(mindConfig -> {}),
                minds -> minds.clock(new GameClock()),
                minds -> minds.reflexes(ReflexTable.standard()),
                minds -> minds.routine(Routine.NONE),
                minds -> minds.watchdog(Watchdog.DEFAULT),
                minds -> minds.listener(new MindListener() {}),
                minds -> minds.aspect(Aspect.all()),
                minds -> minds.priority(0));
    }

    @ParameterizedTest
    @MethodSource("setters")
    void rejectsSettingsAfterTheSystemsAreBuilt(Consumer<MindPlugin> setter) {
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS);
        setter.accept(plugin);
        plugin.systems();
        assertThatIllegalStateException()
                .isThrownBy(() -> setter.accept(plugin))
                .withMessageContaining("before the world is built");
    }

    @Test
    void listenersAreNotifiedInOrder() {
        List<String> heard = new ArrayList<>();
        MindPlugin plugin = new MindPlugin(broker, TestWorld.ACTIONS)
                .runner("rest", (agent, step) -> Progress.DONE)
                .runner("seek_food", (agent, step) -> Progress.RUNNING)
                .listener(listener)
                .listener(new MindListener() {
                    @Override
                    public void requestEnded(
                            int agent, Layer layer, Ticket ticket, Outcome outcome) {
                        heard.add("ended");
                    }
                })
                .listener(new MindListener() {
                    @Override
                    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                        heard.add("first");
                    }
                })
                .listener(new MindListener() {
                    @Override
                    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                        heard.add("second");
                    }
                });
        World world = new World(new WorldConfigurationBuilder().with(plugin).build());
        int agent = agent(world);
        run(world, 60);
        assertThat(ends).hasSize(1);
        assertThat(heard).containsExactly("ended");
        world.getMapper(Needs.class).get(agent).hunger = 0.05f;
        run(world, 1);
        assertThat(heard).containsExactly("ended", "first", "second");
    }

    private static int agent(World world) {
        int agent = world.create();
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Behavior.class).create(agent);
        world.getMapper(BehaviorQueue.class).create(agent);
        return agent;
    }

    private void run(World world, int ticks) {
        for (int i = 0; i < ticks; i++) {
            time.advance(TICK);
            world.process();
        }
    }
}
