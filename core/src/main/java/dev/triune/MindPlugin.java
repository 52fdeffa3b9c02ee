/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.ArtemisPlugin;
import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.apply.DecisionApplySystem;
import dev.triune.apply.DecisionListener;
import dev.triune.apply.Decisions;
import dev.triune.autonomic.AutonomicSystem;
import dev.triune.autonomic.NeedsCheckSystem;
import dev.triune.autonomic.ReflexListener;
import dev.triune.autonomic.Reflexes;
import dev.triune.behavior.ActionRunner;
import dev.triune.behavior.BehaviorListener;
import dev.triune.behavior.BehaviorRegistry;
import dev.triune.behavior.BehaviorRunner;
import dev.triune.behavior.BehaviorSystem;
import dev.triune.behavior.PlanRepair;
import dev.triune.behavior.Routine;
import dev.triune.behavior.Watchdog;
import dev.triune.clock.GameClock;
import dev.triune.clock.GameClockSystem;
import dev.triune.llm.Broker;
import dev.triune.plan.ActionCatalog;
import dev.triune.prompt.Perception;
import dev.triune.schedule.LLMSchedulerSystem;
import dev.triune.schedule.Thinking;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Brings minds into a world with one line. The systems run in the order clock, receive
 * ({@link DecisionApplySystem}), reflexes ({@link AutonomicSystem}), think
 * ({@link LLMSchedulerSystem}), act ({@link BehaviorSystem}).
 *
 * <pre>{@code
 * new WorldConfigurationBuilder()
 *         .with(new MovementSystem(), new HungerSystem())
 *         .with(new MindPlugin(broker, actions)
 *                 .run(Gather.class, new GatherRunner())
 *                 .perceive(new VillagePerception()))
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
    private final Broker broker;
    private final ActionCatalog actions;
    private final Thinking thinking;
    private final BehaviorRegistry registry = new BehaviorRegistry();
    private final Decisions decisions = new Decisions();
    private GameClock clock = new GameClock();
    private Reflexes reflexes = Reflexes.standard();
    private Watchdog watchdog = Watchdog.DEFAULT;
    private Routine routine = Routine.NONE;
    private final List<BehaviorListener> behaviorListeners = new ArrayList<>();
    private ReflexListener reflexListener = ReflexListener.NONE;
    private Aspect.Builder extra = Aspect.all();
    private boolean acts = true;
    private int priority = WorldConfigurationBuilder.Priority.NORMAL;
    private boolean serves;

    /**
     * Minds that ask that broker and know those actions.
     *
     * @param broker owned by the game thread from now on
     */
    public MindPlugin(Broker broker, ActionCatalog actions) {
        this.broker = Objects.requireNonNull(broker);
        this.actions = Objects.requireNonNull(actions);
        this.thinking = new Thinking(actions);
    }

    /** Has that runner carry out a type of step, or a reflex by the name of its behaviour. */
    public MindPlugin run(String name, BehaviorRunner runner) {
        requireOpen();
        registry.run(name, runner);
        return this;
    }

    /**
     * Has that runner carry out the steps of an action that was declared as a record.
     *
     * @throws IllegalArgumentException if the catalog does not know the record
     */
    public <A> MindPlugin run(Class<A> action, ActionRunner<A> runner) {
        requireOpen();
        registry.run(actions, action, runner);
        return this;
    }

    /** Whether that type of step, or the reflex of that name, was given a runner. */
    public boolean runs(String name) {
        return registry.runs(name);
    }

    /** Sets how agents perceive their surroundings. */
    public MindPlugin perceive(Perception perception) {
        requireOpen();
        thinking.perceive(perception);
        return this;
    }

    /** Changes prompts, models, the gap between requests and more. */
    public MindPlugin thinking(Consumer<Thinking> change) {
        requireOpen();
        change.accept(thinking);
        return this;
    }

    /** Sets the game's clock; one of 20 ticks a second unless set. */
    public MindPlugin clock(GameClock value) {
        requireOpen();
        this.clock = Objects.requireNonNull(value);
        return this;
    }

    /** The clock of these minds. */
    public GameClock clock() {
        return clock;
    }

    /** Sets which reflexes there are, and their figures; the standard ones unless set. */
    public MindPlugin reflexes(Reflexes value) {
        requireOpen();
        this.reflexes = Objects.requireNonNull(value);
        return this;
    }

    /** Sets what the game's rules do where a plan fails; nothing unless set. */
    public MindPlugin routine(Routine value) {
        requireOpen();
        this.routine = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Leaves out the {@link BehaviorSystem}: the game carries out reflexes and steps itself, by what
     * it reads in {@link dev.triune.component.Behavior} and
     * {@link dev.triune.component.BehaviorQueue}.
     */
    public MindPlugin withoutBehaviors() {
        requireOpen();
        this.acts = false;
        return this;
    }

    /** Sets when a step fails although its runner goes on. */
    public MindPlugin watchdog(Watchdog value) {
        requireOpen();
        this.watchdog = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Watches answers take effect, besides those that watch already; the game hears its agents speak
     * here.
     */
    public MindPlugin onDecisions(DecisionListener listener) {
        requireOpen();
        decisions.watchedBy(new BothDecisions(decisions.listener(), listener));
        return this;
    }

    /** Watches reflexes, besides those that watch already. */
    public MindPlugin onReflexes(ReflexListener listener) {
        requireOpen();
        this.reflexListener = reflexListener.and(Objects.requireNonNull(listener));
        return this;
    }

    /** Watches steps being carried out, besides those that watch already. */
    public MindPlugin onBehaviors(BehaviorListener listener) {
        requireOpen();
        behaviorListeners.add(Objects.requireNonNull(listener));
        return this;
    }

    /** Sets what else an agent must have or must not have, for all systems. */
    public MindPlugin only(Aspect.Builder value) {
        requireOpen();
        this.extra = Objects.requireNonNull(value);
        return this;
    }

    /**
     * Sets the priority of the systems among the game's own, as in
     * {@link WorldConfigurationBuilder.Priority}; normal unless set.
     */
    public MindPlugin priority(int value) {
        requireOpen();
        this.priority = value;
        return this;
    }

    /** Requests, answers and steps, and what became of them. */
    public Decisions decisions() {
        return decisions;
    }

    /**
     * The systems in the order in which they run: for {@code configuration.setSystem}.
     *
     * @throws IllegalStateException if they were made before: two worlds with one clock, one ledger
     *     and the runners of one another would not work
     */
    public List<BaseSystem> systems() {
        if (serves) {
            throw new IllegalStateException(
                    "this MindPlugin serves a world already (make one for each world)");
        }
        serves = true;
        PlanRepair repair = new PlanRepair(actions, routine);
        Stirrings stirrings = new Stirrings(decisions.attention());
        List<BehaviorListener> listeners = new ArrayList<>(behaviorListeners);
        listeners.addAll(0, List.of(decisions.ledger(), stirrings));
        List<BaseSystem> systems = new ArrayList<>(List.of(
                new GameClockSystem(clock),
                new AgentSystem(),
                new NeedsCheckSystem(extra),
                new DecisionApplySystem(clock, broker, decisions, repair, extra),
                new AutonomicSystem(clock, reflexes, stirrings.and(reflexListener), extra),
                new LLMSchedulerSystem(clock, broker, decisions, thinking, extra)));
        if (acts) {
            systems.add(new BehaviorSystem(
                    clock,
                    registry,
                    repair,
                    watchdog,
                    extra,
                    listeners.toArray(BehaviorListener[]::new)));
        }
        return systems;
    }

    private void requireOpen() {
        if (serves) {
            throw new IllegalStateException(
                    "this MindPlugin serves a world already (set before the world is built)");
        }
    }

    @Override
    public void setup(WorldConfigurationBuilder builder) {
        builder.with(priority, systems().toArray(BaseSystem[]::new));
    }
}
