/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.PooledComponent;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.systems.IteratingSystem;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.OneOf;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Tier;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The embedding that the README and docs/embedding.md show, with the offline mind in place of a
 * model. The code between two marks appears there word for word.
 */
@SuppressWarnings({"NullAway.Init", "ClassCanBeStatic"}) // as a game writes it
final class EmbeddingTest {
    // [sample]
    // What a model may order: one record per action. Nothing else can ever be queued.
    sealed interface VillagerAction permits Gather, Build {}

    @Help("collect a resource that you can see")
    record Gather(
            @Visible String target,
            @Range(min = 1, max = 20) int amount) implements VillagerAction {}

    @Help("put up a building")
    record Build(@OneOf({"campfire", "hut"}) String building) implements VillagerAction {}
    // [end]

    // ---- the rest of the game

    /** Executes one kind of action for all agents. Artemis injects its mappers and systems. */
    class GatherRunner implements ActionRunner<Gather> {
        ComponentMapper<Inventory> mInventory;

        @Override
        public Progress start(int agent, Gather gather) {
            mInventory.get(agent).gathered = 0; // by this step; the agent may have some already
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Gather gather) {
            Inventory inventory = mInventory.get(agent);
            inventory.wood++;
            inventory.gathered++;
            return inventory.gathered < gather.amount() ? Progress.RUNNING : Progress.DONE;
        }
    }

    /** What an agent has. */
    public static final class Inventory extends PooledComponent {
        int wood;
        int gathered;

        @Override
        protected void reset() {
            wood = 0;
            gathered = 0;
        }
    }

    /** How hungry an agent is, on the game's own scale. */
    public static final class Hunger extends PooledComponent {
        float value = 80;
        float max = 100;

        @Override
        protected void reset() {
            value = 80;
            max = 100;
        }
    }

    private static final class MovementSystem extends BaseSystem {
        @Override
        protected void processSystem() {}
    }

    private static final class HungerSystem extends BaseSystem {
        @Override
        protected void processSystem() {}
    }

    private final class BuildRunner implements ActionRunner<Build> {
        @Override
        public Progress tick(int agent, Build build) {
            built.add(build.building());
            return Progress.DONE;
        }
    }

    private static final class VillagePerception implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return new Surroundings("a cold morning", List.of(), List.of("snow lies on the roofs"));
        }
    }

    /** Copies the game's own scales, which stay authoritative. */
    class FeedNeeds extends IteratingSystem {
        ComponentMapper<Needs> mNeeds;
        ComponentMapper<Hunger> mHunger;

        FeedNeeds() {
            super(Aspect.all(Needs.class, Hunger.class));
        }

        @Override
        protected void process(int agent) {
            Hunger hunger = mHunger.get(agent);
            mNeeds.get(agent).hunger = hunger.value / hunger.max;
        }
    }

    // [sample]
    // The game's own rules: what to do before a step whose precondition fails.
    class VillageRoutine implements Routine {
        @Override
        public List<Step> bridge(int agent, Step step, String obstacle) {
            return List.of(Step.of("gather").with("target", "wood").with("amount", 3));
        }
    }
    // [end]

    // ---- tests

    private final VirtualTime time = new VirtualTime();
    private final List<String> prompts = new ArrayList<>();
    private final List<String> built = new ArrayList<>();

    @Test
    void entityWithMindAndNeedsCarriesOutTheModelsPlan() {
        Broker broker = offline("""
                {"action":[{"type":"gather","target":"wood","amount":3},
                           {"type":"build","building":"campfire"}]}""");
        // [sample]
        World world = new World(new WorldConfigurationBuilder()
                .with(new MovementSystem(), new HungerSystem()) // the game's own
                .with(new MindPlugin(broker, ActionCatalog.of(VillagerAction.class))
                        .runner(Gather.class, new GatherRunner())
                        .runner(Build.class, new BuildRunner())
                        .perception(new VillagePerception()))
                .build());

        int mira = world.create();
        world.edit(mira).create(Mind.class).tier(Tier.FULL); // Mind and Needs: an agent
        world.edit(mira).create(Needs.class);
        world.edit(mira).create(Persona.class).named("Mira", "a builder who hates the cold");
        world.edit(mira).create(Senses.class).visible.add(VisibleObject.of("wood"));
        // [end]
        world.edit(mira).create(Inventory.class).wood = 5;
        live(world);
        assertThat(world.getMapper(Inventory.class).get(mira).wood).isEqualTo(5 + 3);
        assertThat(built).containsExactly("campfire");
        assertThat(prompts.get(0))
                .contains("a builder who hates the cold", "snow lies on the roofs", "you see wood");
    }

    @Test
    void routineBridgesStepWithUnmetPrecondition() {
        Broker broker = offline("{\"action\":{\"type\":\"build\",\"building\":\"hut\"}}");
        Stores stores = new Stores();
        // [sample]
        ActionCatalog actions = ActionCatalog.builder()
                .actions(VillagerAction.class)
                .require(Build.class, "3 wood", (agent, build) -> stores.wood(agent) >= 3)
                .build();
        MindPlugin plugin = new MindPlugin(broker, actions)
                .routine(new VillageRoutine())
                .configure(with -> with.policy(
                        SelectionTable.standard().without(StandardSelectionRule.COMPANY)));
        // [end]
        plugin.runner(Gather.class, new GatherRunner()).runner(Build.class, new BuildRunner());
        WorldConfiguration config = new WorldConfiguration().setSystem(stores);
        for (BaseSystem system : plugin.systems()) {
            config.setSystem(system);
        }
        World world = new World(config);
        int mira = world.create();
        world.edit(mira).create(Mind.class);
        world.edit(mira).create(Needs.class);
        world.edit(mira).create(Inventory.class);
        live(world);
        assertThat(built).containsExactly("hut");
        assertThat(stores.wood(mira)).isEqualTo(3);
        assertThat(plugin.stats().repairs().bridged()).isEqualTo(1);
        assertThat(prompts.get(0)).contains("3 wood");
    }

    /** Who has what. */
    private static final class Stores extends BaseSystem {
        private ComponentMapper<Inventory> mInventory;

        int wood(int agent) {
            return mInventory.get(agent).wood;
        }

        @Override
        protected void processSystem() {}
    }

    @Test
    void gameScalesAreCopiedToNeeds() {
        World world = new World(new WorldConfiguration().setSystem(new FeedNeeds()));
        int mira = world.create();
        world.edit(mira).create(Needs.class);
        world.edit(mira).create(Hunger.class);
        world.process();
        assertThat(world.getMapper(Needs.class).get(mira).hunger).isEqualTo(0.8f);
    }

    @Test
    void brokerSendsNoRequestsByItself() {
        // [sample]
        Broker broker = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("local", "gemma4:e4b").withPermits(2),
                        HttpProvider.ollama("http://127.0.0.1:11434").build())
                .build();
        // [end]
        assertThat(broker.stats().requests().submitted()).isZero();
        broker.close();
    }

    private Broker offline(String answer) {
        OfflineModel mind = (prompt, random) -> {
            prompts.add(words(prompt));
            return answer;
        };
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules"),
                        OfflineProvider.builder(mind).clock(time, time).build())
                .ticker(time)
                .build();
    }

    private static String words(Prompt prompt) {
        StringBuilder words = new StringBuilder();
        prompt.messages().forEach(message -> words.append(message.text()).append('\n'));
        return words.toString();
    }

    private void live(World world) {
        for (int tick = 0; tick < 60; tick++) {
            time.advance(Duration.ofMillis(50));
            world.process();
        }
    }
}
