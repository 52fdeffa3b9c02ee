/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
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
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.llm.provider.Provider;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The world of a test, with a real broker and the clock that both share. Game thread only. */
final class MindTestWorld {
    /** Short enough that calls to a hanging model time out within a test. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

    /** The options of a test. */
    static final class MindTestOptions {
        final ActionCatalog actions;
        final List<Consumer<MindPlugin>> changes = new ArrayList<>();
        final List<BaseSystem> systems = new ArrayList<>();
        GameClock clock = new GameClock();
        FaultMode faultMode = FaultMode.NONE;
        long seed;
        int stepTicks;

        /** Builds the game's own world; null for a world of systems. */
        @Nullable
        Function<MindPlugin, World> game;

        /** Null if no model is called. */
        @Nullable
        OfflineModel mind;

        /** Null for streams with seeded latency. */
        @Nullable
        Duration latency;

        MindTestOptions(ActionCatalog actions) {
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
    final StubRunner stub;
    final AgentRecorder recorder = new AgentRecorder();
    private final GameClock clock;
    private final boolean asksSomebody;
    private final VirtualTime time = new VirtualTime();

    MindTestWorld(MindTestOptions options) {
        clock = options.clock;
        asksSomebody = options.mind != null;
        stub = new StubRunner(options.stepTicks);
        RecordingBroker broker = new RecordingBroker(broker(options), recorder);
        plugin = new MindPlugin(broker, options.actions).clock(clock);
        options.changes.forEach(change -> change.accept(plugin));
        plugin.listener(broker).listener(recorder);
        MindKind own = plugin.kinds().get(0);
        plugin.kinds().stream().skip(1).forEach(kind -> kind.shareRunners(own)); // before stubs
        plugin.kinds().forEach(this::addStubs);
        if (options.game == null) {
            plugin.kinds().forEach(this::addReflexStubs);
        }
        world = options.game == null
                ? new World(new WorldConfigurationBuilder()
                        .with(options.systems.toArray(BaseSystem[]::new))
                        .with(plugin)
                        .build())
                : options.game.apply(plugin);
        plugin.stats(); // throws if the game built the world without the plugin
        world.setDelta((float) clock.secondsPerTick());
    }

    private void addStubs(MindKind kind) {
        ActionCatalog actions = kind.config().catalog();
        for (String name : actions.names()) {
            if (!kind.runners().containsKey(name) && !actions.isSelfAction(name)) {
                kind.runner(name, stub);
            }
        }
    }

    /** Lets reflexes without a runner last until their need is met, as nobody carries them out. */
    private void addReflexStubs(MindKind kind) {
        for (Trigger reflex : plugin.reflexes().triggers()) {
            boolean follows = !(reflex instanceof ReflexRule rule)
                    || rule.kinds().isEmpty()
                    || rule.kinds().contains(kind.name());
            if (follows && !kind.runners().containsKey(reflex.behavior())) {
                kind.runner(reflex.behavior(), (agent, step) -> Progress.RUNNING);
            }
        }
    }

    /** Creates an agent with all needs met; without a model it lives by reflexes. */
    int agent(String name) {
        int agent = world.create();
        for (Class<? extends Component> type : BESIDES) {
            world.getMapper(type).create(agent);
        }
        world.getMapper(Mind.class).create(agent).usesModel = asksSomebody;
        world.getMapper(Persona.class).create(agent).name = name;
        return agent;
    }

    /** Advances by one tick: delivers the answers due, then processes the world. */
    void tick() {
        time.advance(clock.duration(1));
        world.process();
        recorder.throwFailure();
        if (clock.tick() == 0) {
            throw new IllegalStateException(
                    "the plugin has another clock than the test (set it by MindTest.clock)");
        }
    }

    /**
     * Describes what the first few agents are doing, the game's own included, a line for each, for
     * failed tests.
     */
    String describe() {
        StringBuilder lines = new StringBuilder();
        IntBag all =
                world.getAspectSubscriptionManager().get(Aspect.all(Mind.class)).getEntities();
        if (all.isEmpty()) {
            return "; the world has no agents";
        }
        for (int i = 0; i < Math.min(DESCRIBED, all.size()); i++) {
            int agent = all.get(i);
            Behavior behavior = world.getMapper(Behavior.class).get(agent);
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).get(agent);
            if (behavior != null && queue != null) {
                lines.append("\nagent ").append(agent).append(", ").append(name(agent));
                lines.append(": doing ").append(behavior.name);
                lines.append(", queue ").append(unfinishedSteps(queue));
                append(lines, ", refusals ", AgentRecorder.of(recorder.refusals, agent));
                append(lines, ", unreadable ", AgentRecorder.of(recorder.unreadable, agent));
            }
        }
        if (all.size() > DESCRIBED) {
            lines.append("\nand ").append(all.size() - DESCRIBED).append(" more agents");
        }
        return lines.toString();
    }

    private String name(int agent) {
        Persona persona = world.getMapper(Persona.class).get(agent);
        return persona == null ? "" : persona.name;
    }

    static List<Step> unfinishedSteps(BehaviorQueue queue) {
        return queue.steps.stream()
                .filter(queued -> !queued.finished())
                .map(queued -> queued.step)
                .toList();
    }

    /** Appends the last few items. */
    private static void append(StringBuilder line, String words, List<String> all) {
        line.append(words).append(all.subList(Math.max(0, all.size() - DESCRIBED), all.size()));
    }

    private Broker broker(MindTestOptions options) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "scripted")
                                .withModels(ProviderSettings.ANY_MODEL)
                                .withPermits(2),
                        provider(options))
                .ticker(time)
                .seed(options.seed)
                .callTimeout(CALL_TIMEOUT)
                .build();
    }

    private Provider provider(MindTestOptions options) {
        OfflineModel mind = options.mind;
        Duration latency = options.latency;
        if (latency != null && options.faultMode != FaultMode.NONE) {
            throw new IllegalStateException("latency " + latency + " with misbehaviour "
                    + options.faultMode + " (set one of them: it has its own latency)");
        }
        if (mind != null && latency != null) {
            return new FixedLatencyProvider(mind, latency, time, options.seed);
        }
        return OfflineProvider.builder(mind == null ? (prompt, random) -> "" : mind)
                .clock(time, time)
                .seed(options.seed)
                .faultMode(mind == null ? FaultMode.DEAD : options.faultMode)
                .build();
    }
}
