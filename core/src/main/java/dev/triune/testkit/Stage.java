/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindPlugin;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.time.VirtualTime;
import dev.triune.plan.ActionCatalog;
import dev.triune.plan.ActionType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The world of a test, a real broker under it, and the clock that both share. Game thread only. */
final class Stage {
    /** What a test can choose. */
    static final class Plan {
        final ActionCatalog actions;
        final List<Consumer<MindPlugin>> changes = new ArrayList<>();
        final List<BaseSystem> systems = new ArrayList<>();
        GameClock clock = new GameClock();
        Misbehaviour misbehaviour = Misbehaviour.NONE;
        long seed;
        int stepTicks;

        /** Null where nobody is to be asked. */
        @Nullable
        OfflineMind mind;

        /** Null for the seeded latency of a stream. */
        @Nullable
        Duration latency;

        Plan(ActionCatalog actions) {
            this.actions = actions;
        }
    }

    private static final List<Class<? extends Component>> BESIDES = List.of(
            Needs.class,
            Behavior.class,
            BehaviorQueue.class,
            Senses.class,
            Conversation.class,
            Goals.class,
            Memory.class);

    final World world;
    final MindPlugin plugin;
    final StandIn standIn;
    final Notes notes;
    private final GameClock clock;
    private final boolean asksSomebody;
    private final VirtualTime time = new VirtualTime();

    Stage(Plan plan) {
        clock = plan.clock;
        asksSomebody = plan.mind != null;
        standIn = new StandIn(plan.stepTicks);
        ListeningBroker broker = new ListeningBroker(broker(plan), this::notePrompt);
        plugin = new MindPlugin(broker, plan.actions).clock(clock);
        plan.changes.forEach(change -> change.accept(plugin));
        notes = new Notes(plugin.decisions().listener(), broker::belongsTo);
        plugin.onDecisions(notes).onBehaviors(notes);
        for (ActionType type : plan.actions.types()) {
            if (!plugin.runs(type.name()) && !plan.actions.isAboutItself(type.name())) {
                plugin.run(type.name(), standIn);
            }
        }
        world = new World(new WorldConfigurationBuilder()
                .with(plan.systems.toArray(BaseSystem[]::new))
                .with(plugin)
                .build());
        world.setDelta(1f / clock.ticksPerSecond());
    }

    /** A new agent that fares well; it asks nobody if there is nobody to ask. */
    int agent(String name) {
        int agent = world.create();
        for (Class<? extends Component> type : BESIDES) {
            world.getMapper(type).create(agent);
        }
        world.getMapper(Mind.class).create(agent).usesModel = asksSomebody;
        world.getMapper(Persona.class).create(agent).name = name;
        return agent;
    }

    /** One tick: answers that fall due on the way come in, then the world goes on. */
    void tick() {
        time.advance(clock.duration(1));
        world.process();
        if (clock.tick() == 0) {
            throw new IllegalStateException(
                    "the plugin has another clock than the test (set it by MindTest.clock)");
        }
    }

    private void notePrompt(int agent, String text) {
        notes.prompt(agent, text);
    }

    private Broker broker(Plan plan) {
        return new BrokerBuilder()
                .provider(ProviderSettings.of("offline", "scripted").withPermits(2), provider(plan))
                .ticker(time)
                .seed(plan.seed)
                .build();
    }

    private Provider provider(Plan plan) {
        OfflineMind mind = plan.mind;
        Duration latency = plan.latency;
        if (mind != null && latency != null && plan.misbehaviour == Misbehaviour.NONE) {
            return new WholeAnswers(mind, latency, time, plan.seed);
        }
        return OfflineProvider.builder(mind == null ? (prompt, random) -> "" : mind)
                .clock(time, time)
                .seed(plan.seed)
                .misbehaviour(mind == null ? Misbehaviour.DEAD : plan.misbehaviour)
                .build();
    }
}
