/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexTable;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.nio.file.Path;
import java.util.List;

/** A libGDX game with one agent, who picks apples. */
public class Orchard extends ApplicationAdapter {
    private static final float TICK = 1 / 20f; // seconds per tick

    private final Path settings; // for real models; null for the offline mind
    private Broker broker;
    private World world;
    private float behind;

    public Orchard(Path settings) {
        this.settings = settings;
    }

    @Override
    public void create() {
        broker = settings == null ? offline() : BrokerConfig.load(settings).open();
        MindPlugin minds = new MindPlugin(broker, ActionCatalog.of(OrchardAction.class));
        world = new World(
                new WorldConfigurationBuilder().with(configured(minds)).build());
        int ada = world.create();
        world.edit(ada).create(Mind.class); // Mind and Needs: an agent
        world.edit(ada).create(Needs.class);
        world.edit(ada).create(Persona.class).named("Ada", "a picker who counts everything");
        world.edit(ada).create(Senses.class).visible.add(VisibleObject.of("apple tree"));
        world.edit(ada).create(Basket.class);
    }

    @Override
    public void render() {
        behind = Math.min(behind + Gdx.graphics.getDeltaTime(), 5 * TICK);
        for (; behind >= TICK; behind -= TICK) {
            world.setDelta(TICK);
            world.process();
        }
        // draw here, every frame
    }

    @Override
    public void dispose() {
        broker.close();
        world.getSystem(DecisionApplySystem.class).applyAll(); // counts every outcome
        world.dispose();
    }

    /** Adds the game's runners and settings; also used by its tests. */
    static MindPlugin configured(MindPlugin minds) {
        return minds.runner(OrchardAction.Pick.class, new PickRunner())
                .runner(OrchardAction.Rest.class, (agent, rest) -> Progress.DONE)
                .reflexes(ReflexTable.of()) // pickers have no needs yet
                .configure(config -> config.speechInPlans(true))
                .perception(agent -> new Surroundings(
                        "a mild morning", List.of(), List.of("the apples are ripe")))
                .listener(new Teller());
    }

    /** Rules in place of a model: they get the values that a prompt shows. */
    private static Broker offline() {
        OfflineMind picker = (agent, layer, random) -> OfflineAnswer.of(
                        Step.of("pick").with("tree", "apple tree").with("amount", 3),
                        Step.of("rest"))
                .speech("Three apples, then a rest.");
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules").withPermits(16),
                        OfflineProvider.builder(picker::answer).build())
                .build();
    }

    /** Executes one kind of action for all agents. Artemis fills in the mapper. */
    static class PickRunner implements ActionRunner<OrchardAction.Pick> {
        ComponentMapper<Basket> mBasket;

        @Override
        public Progress start(int agent, OrchardAction.Pick pick) {
            mBasket.get(agent).picked = 0;
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, OrchardAction.Pick pick) {
            Basket basket = mBasket.get(agent);
            basket.apples++; // a game would walk there first, and take longer
            basket.picked++;
            return basket.picked < pick.amount() ? Progress.RUNNING : Progress.DONE;
        }
    }

    static class Teller implements MindListener {
        @Override
        public void spoke(int agent, Layer layer, String text) {
            say("agent " + agent + " says: " + text);
        }

        @Override
        public void stepDone(int agent, Step step) {
            say("agent " + agent + " did: " + step);
        }

        private static void say(String text) {
            if (Gdx.app != null) { // there is none in a test
                Gdx.app.log("orchard", text);
            }
        }
    }
}
