/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.ArtemisPlugin;
import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.WorldConfigurationException;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.MindBudget;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.internal.check.ArtemisVersions;
import dev.triune.internal.check.SetupPhase;
import dev.triune.internal.schedule.WorldPace;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.prompt.Perception;
import dev.triune.rule.ReflexTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Brings minds into a world with one line. The systems run in the order clock, receive
 * ({@link DecisionApplySystem}), reflexes ({@link AutonomicSystem}), think
 * ({@link LLMSchedulerSystem}), act ({@link BehaviorSystem}).
 *
 * <pre>{@code
 * new WorldConfigurationBuilder()
 *         .with(new MovementSystem(), new HungerSystem())
 *         .with(new MindPlugin(broker, actions)
 *                 .runner(Gather.class, new GatherRunner())
 *                 .perception(new VillagePerception()))
 * }</pre>
 *
 * <p>A world that is built without a builder takes {@link #systems()} one by one.
 *
 * <p>An entity with {@link dev.triune.component.Mind} and {@link dev.triune.component.Needs} is an
 * agent. One plugin serves one world, and is set up before that is built: every setter throws
 * {@link IllegalStateException} from {@link #systems()} on, which the world's builder calls. Game
 * thread only.
 */
public final class MindPlugin implements ArtemisPlugin {
    private static final Logger LOG = Logger.getLogger(MindPlugin.class.getName());

    final Broker broker;
    final MindKind own;
    final List<MindKind> kinds = new ArrayList<>();
    final List<Feed> feeds = new ArrayList<>();
    final List<MindListener> listeners = new ArrayList<>();
    final List<MindModule> modules = new ArrayList<>();
    GameClock clock = new GameClock();
    ReflexTable reflexTable = ReflexTable.standard();
    Watchdog watchdog = Watchdog.DEFAULT;
    WorldPace pace = WorldPace.STANDARD;
    Aspect.Builder extra = Aspect.all();

    @Nullable
    MindBudget budget;

    boolean acts = true;
    final Set<String> carriedOut = new LinkedHashSet<>();
    private final SetupPhase setup = new SetupPhase("this MindPlugin serves");
    private int priority = WorldConfigurationBuilder.Priority.NORMAL;
    private @Nullable DecisionApplySystem decisions;

    /** Creates the minds of a world. They use a broker, which the game thread owns from now on. */
    public MindPlugin(Broker broker, ActionCatalog actions) {
        this.broker = Objects.requireNonNull(broker, "broker");
        this.own = new MindKind(new MindConfig(actions));
        kinds.add(own);
    }

    /**
     * Loads the classes of a first request, which otherwise costs the game's first thoughts a hitch of
     * tens of milliseconds: a little world of its own lives for a few seconds of virtual time. For the
     * thread of a loading screen, or one in the background; takes a second or less of its time. Calls
     * no model, and changes nothing that the game sees. Thread-safe.
     *
     * <pre>{@code
     * new Thread(() -> MindPlugin.warmUp(new Conversations()), "warm-up").start();
     * }</pre>
     *
     * @param parts modules of the classes that the game uses, which are spent afterwards
     */
    public static void warmUp(MindModule... parts) {
        WarmUp.run(parts);
    }

    /** Sets the runner of a type of step, or of a reflex by the name of its behaviour. */
    public MindPlugin runner(String name, ActionRunner<Step> runner) {
        own().runner(name, runner);
        return this;
    }

    /**
     * Sets the runner of an action that was declared as a record.
     *
     * @throws IllegalArgumentException if the catalog does not know the record
     */
    public <A> MindPlugin runner(Class<A> action, ActionRunner<A> runner) {
        own().runner(action, runner);
        return this;
    }

    /**
     * Adds a kind of mind for the agents that its aspect selects; an agent that several kinds
     * select is of the first. All others are of the default kind, which this plugin's own settings
     * describe. Reflexes, clock and listeners are the same for all, and kinds have the plugin's
     * runners of reflexes and of equal actions, unless they set their own. Kinds take the place of
     * several plugins: Artemis refuses a second one in a world.
     *
     * @throws IllegalArgumentException if there is a kind of that name
     */
    public MindPlugin kind(MindKind kind) {
        setup.allowChange();
        Objects.requireNonNull(kind, "kind");
        if (kinds.stream().anyMatch(other -> other.name().equals(kind.name()))) {
            throw new IllegalArgumentException("two kinds of mind are named \"" + kind.name()
                    + "\" (expected a name of its own for each)");
        }
        kinds.add(kind);
        return this;
    }

    /** Returns the kinds, the default one first. */
    public List<MindKind> kinds() {
        return Collections.unmodifiableList(kinds);
    }

    /** Sets how agents perceive their surroundings. */
    public MindPlugin perception(Perception perception) {
        own().config().perception(perception);
        return this;
    }

    /** Changes prompts, models and more of the default kind. */
    public MindPlugin configure(Consumer<MindConfig> change) {
        own().configure(change);
        return this;
    }

    /**
     * Sets the least game time between two requests of the whole world, except the answers to
     * players, which do not wait; 250 ms unless set.
     */
    public MindPlugin requestInterval(Duration value) {
        setup.allowChange();
        this.pace = pace.withRequestInterval(value);
        return this;
    }

    /**
     * Sets how many requests of the whole world may be pending, 1 or more; 50 unless set, half of a
     * provider's usual queue. Beyond that only talk in progress, and what is as urgent, is
     * requested; the executor's agents use habits, even those of similar situations. They also do
     * while a plan waits at a model whose oldest request has waited for more than half a second.
     */
    public MindPlugin pendingLimit(int value) {
        setup.allowChange();
        this.pace = pace.withPendingLimit(value);
        return this;
    }

    /**
     * Sets how many agents each tick examines in turn, 1 or more, besides those with a change; 256
     * unless set. In a larger world the game reports its own changes with {@link
     * LLMSchedulerSystem#markDirty}.
     */
    public MindPlugin agentsPerTick(int value) {
        setup.allowChange();
        this.pace = pace.withAgentsPerTick(value);
        return this;
    }

    /**
     * Sets the largest share of requests, 0 to 1, for talk whose only reason is that others are
     * nearby, while any agent is ready to plan; 0.25 unless set.
     */
    public MindPlugin companyShare(double value) {
        setup.allowChange();
        this.pace = pace.withCompanyShare(value);
        return this;
    }

    /**
     * Sets the tenant of all requests of the world, summaries and reflections included; empty unless
     * set. With it, {@code Broker.enableQuota} gives the game a budget.
     */
    public MindPlugin tenant(String value) {
        setup.allowChange();
        this.pace = pace.withTenant(value);
        return this;
    }

    /** Sets what all minds of the world may spend in a time; no limit unless set. */
    public MindPlugin budget(MindBudget value) {
        setup.allowChange();
        this.budget = Objects.requireNonNull(value, "budget");
        return this;
    }

    /**
     * Applies the section {@code layers} of a configuration file to the default kind, and its {@code
     * budget} to the world.
     *
     * @throws dev.triune.llm.ConfigException if anything is wrong with the section
     */
    public MindPlugin layers(BrokerConfig file) {
        own().layers(file);
        MindBudget.of(file).ifPresent(this::budget);
        return this;
    }

    /** Sets the game's clock; unless set, 20 ticks per second, one in each frame. */
    public MindPlugin clock(GameClock value) {
        setup.allowChange();
        this.clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    /** Returns the clock of these minds. */
    public GameClock clock() {
        return clock;
    }

    /** Sets the reflexes and their thresholds; the standard ones unless set. */
    public MindPlugin reflexes(ReflexTable value) {
        setup.allowChange();
        this.reflexTable = Objects.requireNonNull(value, "reflexes");
        return this;
    }

    /** Returns the reflexes. */
    public ReflexTable reflexes() {
        return reflexTable;
    }

    /** Sets the game's rules for plans that fail; none unless set. */
    public MindPlugin routine(Routine value) {
        own().routine(value);
        return this;
    }

    /**
     * Leaves out the {@link BehaviorSystem}: the game carries out reflexes and steps itself, by
     * reading {@link dev.triune.component.Behavior} and {@link
     * dev.triune.component.BehaviorQueue}. Unless {@link #carriesOut} names them, all reflexes.
     */
    public MindPlugin withoutBehaviorSystem() {
        setup.allowChange();
        this.acts = false;
        return this;
    }

    /**
     * Declares behaviours of reflexes that the game carries out itself, by reading {@link
     * dev.triune.component.Behavior#name}, such as {@code wander}. A reflex that has neither a runner
     * nor is declared here is off: no agent stands still for it.
     */
    public MindPlugin carriesOut(String... behaviors) {
        setup.allowChange();
        carriedOut.addAll(List.of(behaviors));
        return this;
    }

    /** Sets the limits after which a step fails although its runner goes on. */
    public MindPlugin watchdog(Watchdog value) {
        setup.allowChange();
        this.watchdog = Objects.requireNonNull(value, "watchdog");
        return this;
    }

    /**
     * Adds feeds, which run in this order at the beginning of each tick. Several {@link
     * dev.triune.Vision}s add up.
     */
    public MindPlugin feed(Feed... values) {
        setup.allowChange();
        for (Feed value : values) {
            Objects.requireNonNull(value, "feed");
            feeds.add(value);
            if (value instanceof MindListener listener) {
                listeners.add(listener);
            }
        }
        return this;
    }

    /**
     * Adds a part of minds, such as conversations, habits, or one of the game's own.
     *
     * @throws IllegalArgumentException if there is a module of the same class
     */
    public MindPlugin with(MindModule module) {
        setup.allowChange();
        Class<?> type = Objects.requireNonNull(module, "module").getClass();
        if (modules.stream().anyMatch(other -> other.getClass() == type)) {
            throw new IllegalArgumentException("two modules are " + type.getSimpleName()
                    + " (expected one of each class; set up one object and add it once)");
        }
        modules.add(module);
        return this;
    }

    /**
     * Adds a listener; listeners are notified in the order in which they were added. Artemis injects
     * mappers and systems into it.
     */
    public MindPlugin listener(MindListener listener) {
        setup.allowChange();
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Passes what agents say to the game, by entity id, as {@link MindListener#spoke} does: to show
     * it, or to send it to players.
     */
    public MindPlugin spoken(BiConsumer<Integer, String> show) {
        Objects.requireNonNull(show, "show");
        return listener(new MindListener() {
            @Override
            public void spoke(int agent, Layer layer, String text) {
                show.accept(agent, text);
            }
        });
    }

    /** Sets further components that an agent must or must not have, for all systems. */
    public MindPlugin aspect(Aspect.Builder value) {
        setup.allowChange();
        this.extra = Objects.requireNonNull(value, "aspect");
        return this;
    }

    /** Sets the priority of the systems, as in {@link WorldConfigurationBuilder.Priority}. */
    public MindPlugin priority(int value) {
        setup.allowChange();
        this.priority = value;
        return this;
    }

    /** Returns what saves and loads the minds of the world that was built with this. */
    public MindSaves saves(World world) {
        return new MindSaves(world, clock);
    }

    /**
     * Returns the counts of requests, answers and steps.
     *
     * @throws IllegalStateException before {@link #systems()}
     */
    public MindStats stats() {
        if (decisions == null) {
            throw new IllegalStateException(
                    "this MindPlugin serves no world yet (build one with it)");
        }
        return decisions.stats();
    }

    /**
     * Returns the systems in the order in which they run: for {@code configuration.setSystem}.
     *
     * @throws IllegalStateException if they were made before
     */
    public List<BaseSystem> systems() {
        setup.allowUse();
        ArtemisVersions.check();
        kinds.stream().skip(1).forEach(kind -> {
            kind.shareRunners(own);
            if (own.config().hasPerception() && !kind.config().hasPerception()) {
                LOG.warning("agents of the kind of mind \"" + kind.name() + "\" perceive nothing,"
                        + " because kinds do not share the plugin's perception (set"
                        + " MindKind.perception, to agent -> Surroundings.NONE if that is meant)");
            }
        });
        requireReflexes(carriedOut);
        SystemAssembly assembly = new SystemAssembly(this);
        List<BaseSystem> systems = assembly.systems();
        decisions = assembly.decisions;
        kinds.forEach(MindKind::markBuilt);
        setup.end();
        return systems;
    }

    private void requireReflexes(Set<String> behaviors) {
        Set<String> known = new LinkedHashSet<>();
        reflexTable.triggers().forEach(reflex -> known.add(reflex.behavior()));
        for (String behavior : behaviors) {
            if (!known.contains(behavior)) {
                throw new IllegalArgumentException("the game carries out \"" + behavior
                        + "\", which no reflex begins (expected some of " + known + ")");
            }
        }
    }

    private MindKind own() {
        setup.allowChange();
        return own;
    }

    /**
     * Adds the systems; the builder calls this.
     *
     * @throws IllegalStateException if another plugin has added its systems to the builder
     */
    @Override
    public void setup(WorldConfigurationBuilder builder) {
        BaseSystem[] systems = systems().toArray(BaseSystem[]::new);
        try {
            builder.with(priority, systems);
        } catch (WorldConfigurationException e) {
            throw new IllegalStateException(
                    "the world already has minds (use one MindPlugin for all agents; add other"
                            + " kinds of mind with MindPlugin.kind)",
                    e);
        }
    }
}
