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
import dev.triune.plan.Step;
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

    private static final int DESCRIBED = 8;

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
    final Notes notes = new Notes();
    private final GameClock clock;
    private final boolean asksSomebody;
    private final VirtualTime time = new VirtualTime();
    private final List<Integer> agents = new ArrayList<>();

    Stage(Plan plan) {
        clock = plan.clock;
        asksSomebody = plan.mind != null;
        standIn = new StandIn(plan.stepTicks);
        ListeningBroker broker = new ListeningBroker(broker(plan), notes);
        plugin = new MindPlugin(broker, plan.actions).clock(clock);
        plan.changes.forEach(change -> change.accept(plugin));
        plugin.onDecisions(broker).onDecisions(notes).onBehaviors(notes);
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
        agents.add(agent);
        return agent;
    }

    /** One tick: answers that fall due on the way come in, then the world goes on. */
    void tick() {
        time.advance(clock.duration(1));
        world.process();
        notes.throwFailure();
        if (clock.tick() == 0) {
            throw new IllegalStateException(
                    "the plugin has another clock than the test (set it by MindTest.clock)");
        }
    }

    /** What the first few agents of the test are at, a line for each, for a test that failed. */
    String describe() {
        StringBuilder lines = new StringBuilder();
        for (int agent : agents.subList(0, Math.min(DESCRIBED, agents.size()))) {
            Behavior behavior = world.getMapper(Behavior.class).get(agent);
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).get(agent);
            if (behavior != null && queue != null) {
                lines.append("\nagent ").append(agent).append(", ").append(name(agent));
                lines.append(": doing ").append(behavior.name);
                lines.append(", queue ").append(left(queue));
                append(lines, ", refusals ", Notes.of(notes.refusals, agent));
                append(lines, ", unreadable ", Notes.of(notes.unreadable, agent));
            }
        }
        return lines.toString();
    }

    private String name(int agent) {
        Persona persona = world.getMapper(Persona.class).get(agent);
        return persona == null ? "" : persona.name;
    }

    private static List<Step> left(BehaviorQueue queue) {
        return queue.steps.stream()
                .filter(queued -> !queued.finished())
                .map(queued -> queued.step)
                .toList();
    }

    /** The last few. */
    private static void append(StringBuilder line, String words, List<String> all) {
        line.append(words).append(all.subList(Math.max(0, all.size() - DESCRIBED), all.size()));
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
