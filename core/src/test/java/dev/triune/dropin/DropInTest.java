/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.SystemInvocationStrategy;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.WorldConfigurationBuilder.Priority;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.action.ActionRunner;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.dropin.meadow.Dead;
import dev.triune.dropin.meadow.Hunger;
import dev.triune.dropin.meadow.Instinct;
import dev.triune.dropin.meadow.Load;
import dev.triune.dropin.meadow.Meadow;
import dev.triune.dropin.meadow.Nickname;
import dev.triune.dropin.meadow.OrderSystem;
import dev.triune.dropin.meadow.Orders;
import dev.triune.dropin.meadow.Position;
import dev.triune.dropin.meadow.Wolf;
import dev.triune.internal.feed.FeedSystem;
import dev.triune.internal.schedule.AgentSetupSystem;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.BehaviorSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Adds minds to an existing game that does not know about them: the meadow. */
class DropInTest extends MindfulMeadow {
    private static final Path HERE = Path.of("src/test/java/dev/triune/dropin");

    // ---- what it takes

    @Test
    void gameDoesNotDependOnTriune() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(HERE.resolve("meadow"))) {
            files = all.sorted().toList();
        }
        assertThat(files).hasSizeGreaterThan(10);
        for (Path file : files) {
            assertThat(Files.readAllLines(file))
                    .as(file.toString())
                    .noneMatch(line -> line.contains("dev.triune")
                            && !line.equals("package dev.triune.dropin.meadow;"));
        }
    }

    /** Counts the class as the page shows and links it, with all imports. */
    @Test
    void adapterHasAtMostSixtyLines() throws IOException {
        List<String> lines = Files.readAllLines(HERE.resolve("MeadowMinds.java"));
        assertThat(lines.stream()
                        .filter(line -> !line.isBlank())
                        .filter(line -> !line.strip().startsWith("// [")) // marks for the page
                        .count())
                .isBetween(20L, 60L);
    }

    @Test
    void feedsProvideNamesVisionAndHearing() {
        world = plugged(plugin());
        Meadow.clearing(world, FAR, FAR);
        int mira = mindful(FAR, FAR);
        int joss = mindful(FAR + 3, FAR);
        world.getMapper(Nickname.class).create(mira).text = "Mira";
        ticks(20);
        Senses senses = world.getMapper(Senses.class).get(mira);
        assertThat(world.getMapper(Persona.class).get(mira).name).isEqualTo("Mira");
        assertThat(senses.nearby.get(0)).isEqualTo(joss);
        assertThat(senses.visible).extracting(VisibleObject::name).contains("berry bush", "oak");
        said = "{\"speaking\":\"Good morning\"}";
        ticks(400);
        assertThat(world.getMapper(Senses.class).get(joss).heard())
                .extracting(Speech::toString)
                .contains("Mira: Good morning");
    }

    // ---- in one line, and system by system

    @Test
    void pluginMakesCreaturesFollowReflexesAndPlans() {
        world = plugged(plugin());
        assertFollowsReflexAndPlan();
    }

    @Test
    void systemsAddedOneByOneBehaveTheSame() {
        WorldConfiguration config = plainConfiguration();
        for (BaseSystem system : plugin().systems()) {
            config.setSystem(system);
        }
        world = injected(new World(config));
        assertFollowsReflexAndPlan();
    }

    @Test
    void systemsFromPublicConstructorsBehaveTheSame() {
        WorldConfiguration game = plainConfiguration();
        GameClock clock = new GameClock();
        Map<String, ActionRunner<Step>> runners = new HashMap<>();
        minds.runners(runners::put);
        game.setSystem(new GameClockSystem(clock))
                .setSystem(new AgentSetupSystem())
                .setSystem(new FeedSystem(clock, List.of(minds.feeds()), Aspect.all()))
                .setSystem(new DecisionApplySystem(clock, broker, MeadowMinds.ACTIONS))
                .setSystem(new AutonomicSystem(clock))
                .setSystem(
                        new LLMSchedulerSystem(clock, broker, new MindConfig(MeadowMinds.ACTIONS)))
                .setSystem(new BehaviorSystem(clock, runners, MeadowMinds.ACTIONS));
        world = injected(new World(game));
        assertFollowsReflexAndPlan();
    }

    private void assertFollowsReflexAndPlan() {
        Meadow.clearing(world, FAR, FAR);
        int mira = mindful(FAR, FAR);
        ticks(60);
        assertThat(world.getMapper(Load.class).get(mira).wood).isBetween(1, 7);
        ticks(60);
        assertThat(world.getMapper(Load.class).get(mira).wood).isGreaterThanOrEqualTo(7);
        Hunger hunger = world.getMapper(Hunger.class).get(mira);
        hunger.points = 85;
        ticks(1);
        assertThat(behavior(mira)).isEqualTo("seek_food");
        assertThat(world.getMapper(Orders.class).get(mira).list).hasToString("[EAT 0.0 0.0 100]");
        ticks(60);
        assertThat(hunger.points).isLessThan(20);
        assertThat(behavior(mira)).isNotEqualTo("seek_food");
    }

    @Test
    void planContinuesAfterAReflexInterruptsIt() {
        world = plugged(plugin());
        Meadow.clearing(world, FAR, FAR);
        int mira = mindful(FAR, FAR);
        Orders orders = world.getMapper(Orders.class).get(mira);
        for (int i = 0; i < 60 && orders.list.isEmpty(); i++) {
            ticks(1);
        }
        assertThat(orders.list).hasToString("[CHOP 0.0 0.0 7]");
        int wolf = Meadow.thing(world, FAR - 3, FAR);
        world.getMapper(Wolf.class).create(wolf);
        ticks(2);
        assertThat(behavior(mira)).isEqualTo("flee_danger");
        assertThat(orders.list).singleElement().asString().startsWith("MOVE");
        world.delete(wolf);
        ticks(40);
        assertThat(world.getMapper(Load.class).get(mira).wood).isPositive();
    }

    // ---- the game's own choices

    @Test
    void keepsTheGamesInvocationStrategy() {
        Turns turns = new Turns();
        world = injected(new World(new WorldConfigurationBuilder()
                .with(Meadow.systems().toArray(BaseSystem[]::new))
                .with(plugin())
                .register(turns)
                .build()));
        assertThat((Object) world.getInvocationStrategy()).isSameAs(turns);
        assertFollowsReflexAndPlan();
        assertThat(turns.order)
                .containsSubsequence(
                        OrderSystem.class,
                        GameClockSystem.class,
                        DecisionApplySystem.class,
                        AutonomicSystem.class,
                        LLMSchedulerSystem.class,
                        BehaviorSystem.class);
    }

    @Test
    void priorityPlacesMindsBeforeOrAfterGameSystems() {
        assertThat(orderWith(Priority.HIGH))
                .containsSubsequence(BehaviorSystem.class, OrderSystem.class);
        assertThat(orderWith(Priority.LOW))
                .containsSubsequence(OrderSystem.class, GameClockSystem.class);
    }

    private List<Class<?>> orderWith(int priority) {
        Turns turns = new Turns();
        new World(new WorldConfigurationBuilder()
                        .with(Meadow.systems().toArray(BaseSystem[]::new))
                        .with(new MindPlugin(broker, MeadowMinds.ACTIONS).priority(priority))
                        .register(turns)
                        .build())
                .process();
        return turns.order;
    }

    /** A game's own way to run its systems, which notes the order of the last tick. */
    private static final class Turns extends SystemInvocationStrategy {
        final List<Class<?>> order = new ArrayList<>();

        @Override
        protected void process() {
            order.clear();
            for (int i = 0, n = systems.size(); i < n; i++) {
                updateEntityStates();
                systems.get(i).process();
                order.add(systems.get(i).getClass());
            }
            updateEntityStates();
        }
    }

    @Test
    void extraAspectExcludesDeadCreatures() {
        MindPlugin plugin = plugin().aspect(Aspect.exclude(Dead.class));
        world = plugged(plugin);
        Meadow.clearing(world, FAR, FAR);
        int dead = mindful(FAR, FAR);
        world.getMapper(Dead.class).create(dead);
        world.getMapper(Hunger.class).get(dead).points = 95;
        ticks(200);
        assertThat(behavior(dead)).isEqualTo(Behavior.IDLE);
        assertThat(world.getMapper(Orders.class).get(dead).list).isEmpty();
        assertThat(broker.stats().requests().submitted()).isZero();
        world.getMapper(Dead.class).remove(dead);
        ticks(2);
        assertThat(behavior(dead)).isEqualTo("seek_food");
    }

    @Test
    void creatureCanSwitchFromInstinctToMind() {
        world = plugged(plugin());
        Meadow.populate(world, 20_260_801);
        ticks(100);
        int grazer = 0;
        world.getMapper(Instinct.class).remove(grazer); // the game's own AI for it
        world.getMapper(Mind.class).create(grazer);
        world.getMapper(Needs.class).create(grazer);
        Position position = world.getMapper(Position.class).get(0);
        position.x = FAR;
        position.y = FAR;
        Meadow.clearing(world, FAR, FAR);
        ticks(400);
        assertThat(world.getMapper(Load.class).get(0).wood).isGreaterThanOrEqualTo(7);
    }
}
