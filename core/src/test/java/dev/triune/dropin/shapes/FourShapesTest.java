/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentType;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.link.EntityLinkManager;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.dropin.shapes.Arena.Body;
import dev.triune.dropin.shapes.Arena.Mob;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.system.Utf8Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Games in the shapes of four public ones get minds with few lines, and stay as they were. */
class FourShapesTest {
    private static final Path HERE = Path.of("src/test/java/dev/triune/dropin/shapes");
    private static final int CREATURES = 24;

    /** A game, without minds or with them. */
    private abstract static class Game {
        World world = new World();
        List<String> shown = List.of();
        private int ticked;

        abstract void build(@Nullable Broker broker);

        abstract void giveMind(int id);

        /** Sets the delta of a tick or frame; returns its time. */
        abstract Duration delta(int tick);

        MindPlugin plugin() {
            throw new AssertionError("a game without minds");
        }

        void run(int ticks, VirtualTime time) {
            for (int i = 0; i < ticks; i++) {
                time.advance(delta(ticked++));
                world.process();
            }
        }
    }

    /** The games. */
    private enum Shape {
        SERVER(ArenaGame::new, """
                {"speaking":"Have at you!","action":[{"type":"attack","to":"%s"},
                {"type":"walk_to","to":"chest"},{"type":"stroll","seconds":2}]}"""),
        TURNS(WarrenGame::new, """
                {"speaking":"Grass!","action":[{"type":"graze","seconds":2},
                {"type":"flock","seconds":2},{"type":"wander","seconds":2}]}"""),
        TICKS(IsleGame::new, """
                {"speaking":"Good day!","action":[{"type":"approach","who":"%s"},
                {"type":"patrol","tiles":4}]}"""),
        FRAMES(SkyGame::new, """
                {"speaking":"Chirp!","action":[{"type":"fly","side":"left"},{"type":"land"},
                {"type":"peck","seed":"%s"}]}""");

        private final Supplier<Game> create;
        private final String answer;

        Shape(Supplier<Game> create, String answer) {
            this.create = create;
            this.answer = answer;
        }
    }

    private static WorldConfiguration configuration(List<BaseSystem> game) {
        WorldConfiguration config = new WorldConfiguration();
        game.forEach(config::setSystem);
        return config;
    }

    /** A server without a builder, whose deltas vary, zeros among them. */
    private static final class ArenaGame extends Game {
        private final ArenaMinds minds = new ArenaMinds();
        private final Random random = new Random(7);
        private @Nullable MindPlugin built;

        @Override
        void build(@Nullable Broker broker) {
            WorldConfiguration config = configuration(Arena.systems());
            config.setSystem(new WorldSerializationManager());
            if (broker == null) {
                world = new World(config);
            } else {
                world = build(config, broker);
            }
            world.getSystem(WorldSerializationManager.class)
                    .setSerializer(new Utf8Serializer(world));
            Arena.populate(world, CREATURES);
            shown = world.getSystem(Arena.ChatSystem.class).sent;
        }

        private World build(WorldConfiguration config, Broker broker) {
            // [sample]
            MindPlugin plugin = minds.plugin(broker);
            for (BaseSystem system : plugin.systems()) {
                config.setSystem(system); // with a WorldConfigurationBuilder: .with(plugin)
            }
            World world = new World(config);
            world.inject(minds); // fills in its mappers and systems
            // [end]
            built = plugin;
            return world;
        }

        @Override
        MindPlugin plugin() {
            return built == null ? super.plugin() : built;
        }

        @Override
        void giveMind(int id) {
            minds.giveMind(world, id);
        }

        @Override
        Duration delta(int tick) {
            float seconds = tick % 50 == 0 ? 0 : random.nextInt(60) / 1000f;
            world.setDelta(seconds);
            return Duration.ofMillis((long) (seconds * 1000));
        }
    }

    /** Turns without a builder, 25 in a second, whose components are removed late. */
    private static final class WarrenGame extends Game {
        private final WarrenMinds minds = new WarrenMinds();

        @Override
        void build(@Nullable Broker broker) {
            WorldConfiguration config = configuration(Warren.systems());
            config.setAlwaysDelayComponentRemoval(true);
            if (broker != null) {
                minds.plugin(broker).systems().forEach(config::setSystem);
            }
            world = new World(config);
            if (broker != null) {
                world.inject(minds);
            }
            Warren.populate(world, CREATURES);
            shown = world.getSystem(Warren.LogSystem.class).lines;
        }

        @Override
        void giveMind(int id) {
            minds.giveMind(world, id);
        }

        @Override
        Duration delta(int tick) {
            return Duration.ofMillis(40);
        }
    }

    /** A builder, and ticks of 600 ms with a delta of 1. */
    private static final class IsleGame extends Game {
        private final IsleMinds minds = new IsleMinds();

        @Override
        void build(@Nullable Broker broker) {
            WorldConfigurationBuilder builder = new WorldConfigurationBuilder()
                    .with(new EntityLinkManager())
                    .with(Isle.systems());
            world = new World(
                    (broker == null ? builder : builder.with(minds.plugin(broker))).build());
            if (broker != null) {
                world.inject(minds);
            }
            Isle.populate(world, CREATURES);
            shown = world.getSystem(Isle.ForceChat.class).lines;
        }

        @Override
        void giveMind(int id) {
            minds.giveMind(world, id);
        }

        @Override
        Duration delta(int tick) {
            world.setDelta(1F);
            return Duration.ofMillis(600);
        }
    }

    /** A builder with plugins, once a frame. */
    private static final class SkyGame extends Game {
        private final SkyMinds minds = new SkyMinds();

        @Override
        void build(@Nullable Broker broker) {
            WorldConfigurationBuilder builder = Sky.builder();
            world = new World(
                    (broker == null ? builder : builder.with(minds.plugin(broker))).build());
            if (broker != null) {
                world.inject(minds);
            }
            Sky.populate(world, CREATURES);
            shown = world.getSystem(Sky.BubbleSystem.class).shown;
        }

        @Override
        void giveMind(int id) {
            minds.giveMind(world, id);
        }

        @Override
        Duration delta(int tick) {
            world.setDelta(1 / 60f);
            return Duration.ofNanos(1_000_000_000 / 60);
        }
    }

    private final VirtualTime time = new VirtualTime();

    /** The names in the last prompt, of which the answer needs one. */
    private final List<String> prompts = new ArrayList<>();

    private Broker broker(Function<String, String> answer) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "scripted").withPermits(16),
                        OfflineProvider.builder((prompt, random) -> {
                                    prompts.add(prompt.text());
                                    return answer.apply(prompt.text());
                                })
                                .clock(time, time)
                                .build())
                .ticker(time)
                .build();
    }

    private static String seen(String prompt) {
        return prompt.lines()
                .filter(line -> line.startsWith("- you see "))
                .map(line -> line.substring("- you see ".length()))
                .filter(name -> !name.equals("chest"))
                .findFirst()
                .orElse("nothing");
    }

    // ---- lines

    /** Counts all but comments and empty lines, with all imports. */
    @ParameterizedTest
    @ValueSource(strings = {"Arena", "Warren", "Isle", "Sky"})
    void adapterHasAtMostSixtyLines(String game) throws Exception {
        List<String> lines = Files.readAllLines(HERE.resolve(game + "Minds.java"));
        assertThat(lines.stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty()
                                && !line.startsWith("//")
                                && !line.startsWith("/*")
                                && !line.startsWith("*")
                                && !line.startsWith("@SuppressWarnings(\"NullAway"))
                        .count())
                .isBetween(40L, 60L);
        assertThat(String.join("\n", lines))
                .as("all that the page shows")
                .contains("action", "Vision", "Feed.", ".perception(", ".runner(", ".spoken(");
        assertThat(Files.readString(HERE.resolve(game + ".java")))
                .as("the game itself")
                .doesNotContain("import dev.triune");
    }

    // ---- as before

    @ParameterizedTest
    @EnumSource
    void gameWithoutAgentsRunsAsWithoutThePlugin(Shape shape) {
        Game plain = shape.create.get();
        plain.build(null);
        Game minded = shape.create.get();
        minded.build(broker(prompt -> "{}"));
        TreeSet<String> states = new TreeSet<>();
        for (int tick = 0; tick < 1_000; tick++) {
            plain.run(1, new VirtualTime());
            minded.run(1, time);
            String state = describe(plain.world);
            assertThat(describe(minded.world)).as("%s, tick %d", shape, tick).isEqualTo(state);
            states.add(state);
        }
        assertThat(states).as("distinct states").hasSizeGreaterThan(200);
        assertThat(prompts).isEmpty();
    }

    /** Every value of every component of the game, in words. */
    private static String describe(World world) {
        StringBuilder all = new StringBuilder();
        IntBag entities = world.getAspectSubscriptionManager().get(Aspect.all()).getEntities();
        for (ComponentType type : world.getComponentManager().getComponentTypes()) {
            if (!type.getType().getName().startsWith("dev.triune.dropin")) {
                continue;
            }
            for (int i = 0; i < entities.size(); i++) {
                Component component = world.getMapper(type.getType()).get(entities.get(i));
                if (component != null) {
                    all.append(entities.get(i)).append(type.getType().getSimpleName());
                    for (Field field : type.getType().getFields()) {
                        try {
                            all.append(' ').append(field.get(component));
                        } catch (IllegalAccessException e) {
                            throw new AssertionError(e);
                        }
                    }
                    all.append('\n');
                }
            }
        }
        return all.toString();
    }

    // ---- with minds

    @ParameterizedTest
    @EnumSource
    void creaturesWithMindsCarryOutPlansAndAreHeard(Shape shape) {
        Game game = shape.create.get();
        game.build(broker(prompt -> String.format(Locale.ROOT, shape.answer, seen(prompt))));
        for (int id = 0; id < CREATURES; id += 4) {
            game.giveMind(id);
        }
        int ticks = (int) (Duration.ofMinutes(2).toNanos()
                / Math.max(10_000_000, game.delta(1).toNanos()));
        game.run(ticks, time);
        LLMSchedulerSystem scheduler = game.world.getSystem(LLMSchedulerSystem.class);
        assertThat(scheduler.stats().steps().done())
                .as("%s: %s", shape, scheduler.stats().steps())
                .isGreaterThan(10);
        assertThat(game.shown).as("what was said").isNotEmpty();
        assertThat(prompts)
                .anySatisfy(prompt -> assertThat(prompt).contains("Near you: "))
                .anySatisfy(prompt -> assertThat(prompt).contains("- you see "))
                .noneMatch(prompt -> prompt.contains("exploring"));
    }

    // ---- saves

    @Test
    void mindsOfAServerGoOnAfterALoad() throws Exception {
        ArenaGame game = new ArenaGame();
        game.build(broker(prompt -> String.format(Locale.ROOT, Shape.SERVER.answer, seen(prompt))));
        for (int id = 0; id < 6; id++) {
            game.giveMind(id);
        }
        game.run(400, time);
        World world = game.world;
        MindPlugin plugin = game.plugin();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        // [sample]
        plugin.saves(world).save(file); // the agents; between two calls of world.process()
        // [end]
        ArenaGame other = new ArenaGame();
        other.build(
                broker(prompt -> String.format(Locale.ROOT, Shape.SERVER.answer, seen(prompt))));
        IntBag all = new IntBag();
        all.addAll(other.world.getAspectSubscriptionManager().get(Aspect.all()).getEntities());
        other.run(1, time);
        other.plugin().saves(other.world).load(new ByteArrayInputStream(file.toByteArray()));
        prompts.clear();
        other.run(1_000, time);
        IntBag agents = other.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(Mind.class, Mob.class, Body.class, Persona.class))
                .getEntities();
        assertThat(agents.size()).as("agents that were saved and live").isPositive();
        assertThat(prompts).isNotEmpty();
    }
}
