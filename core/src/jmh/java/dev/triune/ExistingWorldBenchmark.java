/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.link.EntityLinkManager;
import com.artemis.systems.IteratingSystem;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what minds add to one tick of a world that exists, in the shapes of four public games:
 * without agents, and with a hundred that carry out steps among things in sight, with danger and
 * speech. The game itself moves everything in each tick.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExistingWorldBenchmark {
    /** Runs a tick of 50 ms or, in a world of frames, of those of its frames that make one. */
    @Benchmark
    public void tick(Game game) {
        game.tick();
    }

    /** Where something is. */
    public static final class Place extends Component {
        float x;
        float y;
    }

    /** A tree. */
    public static final class Tree extends Component {}

    /** A creature, with or without a mind. */
    public static final class Beast extends Component {
        VisibleObject name = VisibleObject.of("beast");
        int health = 100;
    }

    /** Moves everything a little, and back. */
    static final class MoveSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Place> mPlace;

        @SuppressWarnings("NullAway.Init") // as the one above
        private ComponentMapper<Beast> mBeast;

        private float way = 0.01f;

        MoveSystem() {
            super(Aspect.all(Place.class));
        }

        @Override
        protected void begin() {
            way = -way;
        }

        @Override
        protected void process(int id) {
            mPlace.get(id).x += way;
        }

        boolean isHurt(int id) {
            return mBeast.get(id).health < 10;
        }
    }

    /** A game. */
    @State(Scope.Thread)
    public static class Game {
        private static final float SIZE = 300;

        /** The shape of the game. */
        @Param({"server", "turns", "ticks", "frames"})
        public String shape = "";

        /** Whether it has the plugin, and how many agents: none, 0 or 100. */
        @Param({"alone", "0", "100"})
        public String agents = "";

        /** The number of things. */
        @Param({"3000"})
        public int things;

        private final MoveSystem moves = new MoveSystem();
        private World world = new World();
        private int frames = 1;

        /** Puts things and agents in the world, and lets them begin. */
        @Setup
        public void begin() {
            frames = shape.equals("server") ? 5 : shape.equals("frames") ? 3 : 1;
            WorldConfigurationBuilder builder = new WorldConfigurationBuilder().with(moves);
            if (!shape.equals("frames")) {
                builder.with(new EntityLinkManager());
            }
            if (!agents.equals("alone")) {
                builder.with(plugin());
            }
            world = new World(builder.build());
            world.setDelta(delta());
            int minds = agents.equals("alone") ? 0 : Integer.parseInt(agents);
            SplittableRandom random = new SplittableRandom(7);
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < things; i++) {
                ids.add(thing(random, i));
            }
            for (int agent : ids.subList(0, minds)) {
                world.getMapper(Beast.class).create(agent).name =
                        VisibleObject.of("beast " + agent);
                world.getMapper(Mind.class).create(agent).usesModel = false;
                world.getMapper(Needs.class).create(agent);
            }
            tick();
            for (int agent : ids.subList(0, minds)) {
                world.getSystem(DecisionApplySystem.class)
                        .order(agent, Collections.singletonList(Step.of("walk")));
            }
        }

        private float delta() {
            return switch (shape) {
                case "server" -> 0.01f; // five times in a tick of the minds
                case "turns" -> 0.04f;
                case "ticks" -> 1;
                default -> 1 / 60f;
            };
        }

        private MindPlugin plugin() {
            GameClock clock = switch (shape) {
                case "turns" -> new GameClock(25);
                case "ticks" -> new GameClock(Duration.ofMillis(600));
                default -> GameClock.byDelta();
            };
            return new MindPlugin(
                            QuietBroker.open(),
                            ActionCatalog.builder().action("walk", "").build())
                    .clock(clock)
                    .watchdog(new Watchdog(Duration.ofDays(9_999), Duration.ofDays(9_999), 1))
                    .runner("walk", (agent, step) -> Progress.RUNNING)
                    .runner("flee_danger", (agent, step) -> Progress.RUNNING)
                    .feed(
                            Feed.copy(
                                    Beast.class,
                                    Needs.class,
                                    (beast, needs) -> needs.health = beast.health / 100f),
                            Feed.copy(
                                    Beast.class,
                                    Persona.class,
                                    (beast, persona) -> persona.name = beast.name.name()),
                            Feed.every(10, Feed.danger(moves::isHurt)),
                            Vision.by(Place.class, at -> at.x, at -> at.y)
                                    .sees(Beast.class, beast -> beast.name)
                                    .sees(Tree.class, "oak", "tree"),
                            Feed.speech());
        }

        private int thing(SplittableRandom random, int number) {
            int thing = world.create();
            Place place = world.getMapper(Place.class).create(thing);
            place.x = random.nextInt((int) SIZE);
            place.y = random.nextInt((int) SIZE);
            if (number % 3 == 0) {
                world.getMapper(Beast.class).create(thing).name =
                        VisibleObject.of("beast " + thing);
            } else {
                world.getMapper(Tree.class).create(thing);
            }
            return thing;
        }

        private void tick() {
            for (int i = 0; i < frames; i++) {
                world.process();
            }
        }
    }
}
