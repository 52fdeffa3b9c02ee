/* SPDX-License-Identifier: Apache-2.0 */
import com.artemis.ArtemisPlugin;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.Collections;

/**
 * Runs a small game, for .ci/platforms-check: a world with a builder and contrib, one without a
 * builder, and clocks by deltas of three units that vary from frame to frame. Fails unless agents see,
 * and walk as far as they should. Takes the version of contrib, or none, and that of Artemis.
 */
public class WorldCheck {
    /** Where something is. */
    public static class Place extends Component {
        public float x;
    }

    private static World world;
    private static double walked;

    public static void main(String[] args) throws Exception {
        Broker broker = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules"),
                        OfflineProvider.builder((prompt, random) -> "{}").build())
                .build();
        run(broker, new GameClock(), 0.05f, args[0].equals("none") ? "builder" : "contrib", 1);
        run(broker, new GameClock(), 0.05f, "no builder", 1);
        run(broker, GameClock.byDelta(), 0.0167f, "no builder", 1);
        run(broker, GameClock.byDelta(Duration.ofMillis(1)), 16.7f, "no builder", 0.001);
        run(broker, GameClock.byDelta(Duration.ofMillis(600)), 0.05f, "builder", 0.6);
        broker.close();
        checkInjection(args[1]);
    }

    /** What a game has injected: mappers always, the world not before Artemis 2.2, as a page says. */
    private static void checkInjection(String artemis) {
        Injected game = new Injected();
        World plain = new World(new WorldConfiguration());
        plain.inject(game);
        boolean old = artemis.startsWith("2.0.") || artemis.startsWith("2.1.");
        if (game.places == null || (game.world == null) != old) {
            throw new AssertionError("Artemis " + artemis + ": injected mapper " + game.places
                    + ", world " + game.world + " (expected a mapper, and " + (old ? "no" : "a")
                    + " world)");
        }
    }

    /** An adapter with a field of type World. */
    public static class Injected {
        World world;
        ComponentMapper<Place> places;
    }

    private static void run(Broker broker, GameClock clock, float delta, String how, double unit)
            throws Exception {
        MindPlugin minds = new MindPlugin(
                        broker, ActionCatalog.builder().action("walk", "walk").build())
                .clock(clock)
                .runner("walk", (agent, step) -> {
                    walked += world.getDelta() * unit;
                    return Progress.RUNNING;
                })
                .feed(
                        Feed.every(10, Feed.danger(agent -> false)),
                        Vision.by(Place.class, at -> at.x, at -> 0)
                                .sees(Place.class, "thing", "thing"));
        if (how.equals("no builder")) {
            WorldConfiguration config = new WorldConfiguration();
            for (BaseSystem system : minds.systems()) {
                config.setSystem(system);
            }
            world = new World(config);
        } else {
            WorldConfigurationBuilder builder = new WorldConfigurationBuilder();
            if (how.equals("contrib")) {
                builder.with((ArtemisPlugin) Class.forName("net.mostlyoriginal.api.plugin"
                                + ".extendedcomponentmapper.ExtendedComponentMapperPlugin")
                        .getDeclaredConstructor()
                        .newInstance());
            }
            world = new World(builder.with(minds).build());
        }
        int agent = world.create();
        world.getMapper(Place.class).create(agent);
        world.getMapper(Mind.class).create(agent).usesModel = false;
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Place.class).create(world.create()).x = 3;
        process(delta, unit, 2);
        world.getSystem(DecisionApplySystem.class)
                .order(agent, Collections.singletonList(Step.of("walk")));
        walked = 0;
        process(delta, unit, 10);
        boolean sees = !world.getMapper(Senses.class).get(agent).visible.isEmpty();
        if (!sees || Math.abs(walked - 10) > 0.2) {
            throw new AssertionError(how + ", delta " + delta + ": sees " + sees + ", walked "
                    + walked + " s (expected 10)");
        }
        world.dispose();
    }

    /** Processes the world for some seconds of the game, with deltas that vary. */
    private static void process(float delta, double unit, double seconds) {
        double passed = 0;
        for (int i = 0; passed < seconds; i++) {
            float now = delta == 0.05f && unit == 1 ? delta : delta * (i % 5) / 2;
            world.setDelta(now);
            world.process();
            passed += now * unit;
        }
    }
}
