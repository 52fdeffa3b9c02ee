/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.camp;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.OfflineMind.OfflineAnswer;
import dev.triune.prompt.Surroundings;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.util.List;

/** The game that docs/embedding.md builds step by step: a camp with one woodcutter. */
@SuppressWarnings("NullAway.Init") // as a game writes it
// [sample]
public class Camp extends ApplicationAdapter {
    private static final float TICK = 1 / 20f; // seconds per tick

    private Broker broker;
    private World world;
    private float behind;

    @Override
    public void create() {
        broker = answers();
        Teller teller = new Teller();
        MindPlugin minds = new MindPlugin(broker, ActionCatalog.of(CampAction.class))
                .runner(Chop.class, new ChopRunner())
                .runner(Rest.class, new RestRunner())
                .configure(config -> config.speechInPlans(true)) // plans speak, too
                .perception(agent ->
                        new Surroundings("a cold morning", List.of(), List.of("the fire is low")))
                .listener(teller);
        world = new World(new WorldConfigurationBuilder().with(minds).build());

        int mira = world.create();
        world.edit(mira).create(Mind.class); // with Needs, that makes an agent
        world.edit(mira).create(Needs.class).energy = 0.7f;
        world.edit(mira).create(Persona.class).named("Mira", "a woodcutter who hates the cold");
        world.edit(mira).create(Senses.class).visible.add(VisibleObject.of("oak"));
        world.edit(mira).create(Load.class);
    }

    @Override
    public void render() {
        // Run at most five ticks per frame; drop the rest after a long pause.
        behind = Math.min(behind + Gdx.graphics.getDeltaTime(), 5 * TICK);
        while (behind >= TICK) {
            behind -= TICK;
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
    // [end]

    // [sample]
    // What a model may order: one record per action. Nothing else can ever be queued.
    sealed interface CampAction permits Chop, Rest {}

    @Help("cut wood at a tree that you can see")
    record Chop(
            @Visible String tree, @Range(min = 1, max = 9) int amount) implements CampAction {}

    @Help("sit by the fire until you are rested")
    record Rest() implements CampAction {}
    // [end]

    // [sample]
    // What an agent carries. A component of the game's own, as always in Artemis.
    public static class Load extends Component {
        public int wood; // in all
        public int cut; // by the current step
    }

    // One runner carries out one kind of action, for all agents. Artemis fills in its mappers.
    static class ChopRunner implements ActionRunner<Chop> {
        ComponentMapper<Load> mLoad;

        @Override
        public Progress start(int agent, Chop chop) {
            mLoad.get(agent).cut = 0;
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Chop chop) {
            Load load = mLoad.get(agent);
            load.wood++; // a game would walk there first, and take longer
            load.cut++;
            return load.cut < chop.amount() ? Progress.RUNNING : Progress.DONE;
        }
    }

    static class RestRunner implements ActionRunner<Rest> {
        ComponentMapper<Needs> mNeeds;

        @Override
        public Progress tick(int agent, Rest rest) {
            Needs needs = mNeeds.get(agent);
            needs.energy = Math.min(1, needs.energy + 0.01f);
            return needs.energy < 1 ? Progress.RUNNING : Progress.DONE;
        }
    }
    // [end]

    // [sample]
    // Rules instead of a model: they get the values that a prompt shows.
    private Broker answers() {
        OfflineMind woodcutter = (agent, layer, random) -> OfflineAnswer.of(
                        Step.of("chop").with("tree", "oak").with("amount", 3), Step.of("rest"))
                .speech("Wood first, then I rest.")
                .thinking("The fire is low.");
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules").withPermits(16), // at a time
                        OfflineProvider.builder(woodcutter::answer).build())
                .build();
    }
    // [end]

    // [sample]
    // What agents say and do, and why a call failed. Called on the game thread.
    static class Teller implements MindListener {
        @Override
        public void spoke(int agent, Layer layer, String text) {
            Gdx.app.log("camp", "agent " + agent + " says: " + text);
        }

        @Override
        public void stepDone(int agent, Step step) {
            Gdx.app.log("camp", "agent " + agent + " did: " + step);
        }

        @Override
        public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
            if (outcome instanceof Outcome.Failed failed) {
                Gdx.app.error("camp", layer + ": " + failed.code() + ", " + failed.message());
            }
        }
    }
    // [end]

    World world() {
        return world;
    }
}
