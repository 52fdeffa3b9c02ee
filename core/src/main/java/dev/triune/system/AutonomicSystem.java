/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.BitVector;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.check.WorldThread;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.internal.reflex.CustomReflexEvaluator;
import dev.triune.internal.reflex.ReflexForecast;
import dev.triune.internal.reflex.StandardReflexEvaluator;
import dev.triune.internal.reflex.TriggerRanking;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first layer: each tick the most important active reflex of an agent takes over. It calls no
 * model and allocates nothing. It reads only {@link Needs} and {@link Behavior}, unless a game's
 * own {@linkplain ReflexRule rule} reads more. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public class AutonomicSystem extends BaseEntitySystem implements SavedState {
    private static final Logger LOG = Logger.getLogger(AutonomicSystem.class.getName());

    /** The backoff of a failing reflex doubles up to 64 times the first wait. */
    private static final int MAX_DOUBLINGS = 6;

    private final GameClock clock;
    private final ReflexTable reflexTable;
    private final StandardReflexEvaluator table;
    private final CustomReflexEvaluator ownRules;
    private final TriggerRanking ranking;
    private final MindListener[] listeners;
    private final int latchingBits;

    /** The bits of all triggers in the table. */
    private final int tableBits;

    private final boolean standardOnly;
    private final long retryTicks;
    private final long[] counts = new long[ReflexTable.LIMIT];
    private @Nullable PerKind<Integer> followed;
    private int followedByAny;

    private DecisionContext context = new DecisionContext();
    private MindListener listener;

    /** Drops the plan and the request of an agent that died. */
    private IntConsumer deathHandler = agent -> {};

    private DirtyAgents dirtyAgents = new DirtyAgents();
    private DirtyAgents awake = new DirtyAgents();
    private WorldThread thread = new WorldThread();
    private DirtyAgents acting = new DirtyAgents();
    private @Nullable ReflexForecast forecast;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;

    /** Creates the system with the standard reflexes for every agent. */
    public AutonomicSystem(GameClock clock) {
        this(clock, ReflexTable.standard(), Aspect.all());
    }

    /**
     * Creates the system with other reflexes, or for fewer agents.
     *
     * @param reflexTable the reflexes
     * @param extra further components that an agent must or must not have, for example {@code
     *     Aspect.exclude(Dead.class)}
     * @param listeners notified in order of each reflex that starts or ends
     */
    public AutonomicSystem(
            GameClock clock,
            ReflexTable reflexTable,
            Aspect.Builder extra,
            MindListener... listeners) {
        super(extra.copy().all(Needs.class, Behavior.class));
        this.clock = clock;
        this.reflexTable = reflexTable;
        this.table = new StandardReflexEvaluator(reflexTable, clock);
        this.ownRules = new CustomReflexEvaluator(reflexTable.customRules());
        this.ranking = new TriggerRanking(reflexTable.customRules());
        this.latchingBits = ranking.needBits();
        this.tableBits = bits(reflexTable.triggers());
        this.followedByAny = tableBits;
        this.listeners = listeners.clone();
        this.retryTicks = clock.ticks(BehaviorSystem.REFLEX_RETRY);
        this.standardOnly = reflexTable.customRules().isEmpty();
    }

    private int bits(Collection<? extends Trigger> triggers) {
        int bits = 0;
        for (Trigger trigger : triggers) {
            bits |= 1 << ranking.place(trigger);
        }
        return bits;
    }

    /**
     * Has each agent follow only the reflexes that are for its kind, and that somebody carries out;
     * says which nobody does. Before the world is built.
     *
     * @param kinds the kinds, the default one first
     * @param carriedOut whether the agents of a kind, or the game, carry out a behaviour
     * @throws IllegalArgumentException if a rule names another kind
     */
    void followByKind(List<MindKind> kinds, BiPredicate<MindKind, String> carriedOut) {
        requireKnownKinds(kinds);
        Map<MindKind, Integer> bits = new HashMap<>();
        Set<Trigger> offForAll = new LinkedHashSet<>(reflexTable.triggers());
        Map<MindKind, Set<Trigger>> offs = new LinkedHashMap<>();
        for (MindKind kind : kinds) {
            Set<Trigger> on = new LinkedHashSet<>();
            Set<Trigger> off = new LinkedHashSet<>();
            for (Trigger trigger : reflexTable.triggers()) {
                if (isFor(kind, trigger)) {
                    (carriedOut.test(kind, trigger.behavior()) ? on : off).add(trigger);
                }
            }
            bits.put(kind, bits(on));
            offs.put(kind, off);
            offForAll.retainAll(off);
        }
        sayOff("", offForAll);
        offs.forEach((kind, off) -> {
            off.removeAll(offForAll);
            sayOff("kind \"" + kind.name() + "\": ", off);
        });
        followedByAny = bits.values().stream().reduce(0, (a, b) -> a | b);
        boolean differs = bits.values().stream().anyMatch(each -> each != tableBits);
        followed = differs ? new PerKind<>(kinds, bits::get) : null;
    }

    private void requireKnownKinds(List<MindKind> kinds) {
        Set<String> names = kinds.stream().map(MindKind::name).collect(Collectors.toSet());
        for (ReflexRule rule : reflexTable.customRules()) {
            for (String kind : rule.kinds()) {
                if (!names.contains(kind)) {
                    throw new IllegalArgumentException("reflex \"" + rule.name()
                            + "\" is for the kind of mind \"" + kind + "\" (expected one of "
                            + new TreeSet<>(names) + ")");
                }
            }
        }
    }

    private static boolean isFor(MindKind kind, Trigger trigger) {
        return !(trigger instanceof ReflexRule rule)
                || rule.kinds().isEmpty()
                || rule.kinds().contains(kind.name());
    }

    private static void sayOff(String kind, Set<Trigger> off) {
        if (off.isEmpty()) {
            return;
        }
        Set<String> behaviors = new LinkedHashSet<>();
        off.forEach(trigger -> behaviors.add(trigger.behavior()));
        boolean ofTheGame = off.stream().anyMatch(ReflexRule.class::isInstance);
        LOG.log(
                ofTheGame ? Level.WARNING : Level.INFO,
                kind + "reflexes without a runner are off: " + behaviors
                        + " (add one with MindPlugin.runner, or name those that the game carries"
                        + " out itself in MindPlugin.carriesOut)");
    }

    /** Returns the reflexes. */
    public ReflexTable reflexTable() {
        return reflexTable;
    }

    /** Returns how often a reflex has begun; rejects a rule that is not in the table. */
    public long count(Trigger reflex) {
        return counts[ranking.place(reflex)];
    }

    @Override
    protected void initialize() {
        ownRules.inject(world);
        if (followed != null) {
            followed.initialize(world);
        }
        DecisionApplySystem decisions = GameObjects.system(world, DecisionApplySystem.class);
        if (decisions != null) {
            deathHandler = decisions.deaths::handle;
        }
        boolean reported =
                decisions != null || GameObjects.system(world, BehaviorSystem.class) == null;
        if (reported && reflexTable.needsChange() > 0) {
            forecast = new ReflexForecast(reflexTable, followedByAny, clock);
        }
        context = DecisionApplySystem.contextOf(world);
        listener = context.fanOut(listeners);
        dirtyAgents = context.dirtyAgents();
        awake = context.reacting();
        thread = context.thread();
        acting = context.acting();
    }

    /** Boredom counts from the agent's appearance, or from its saved tick if that has passed. */
    @Override
    protected void inserted(int agent) {
        Behavior behavior = mBehavior.get(agent);
        boolean fresh = behavior.generation == 0 && behavior.since == 0;
        if (fresh || behavior.since > clock.tick()) {
            behavior.since = clock.tick();
        }
        awake.wake(agent);
    }

    @Override
    protected void removed(int agent) {
        awake.forget(agent);
    }

    /**
     * Checks the reflexes of an agent in the next tick, because something changed that {@link
     * ReflexTable#needsChangeAtMost} does not foresee. Cheap; an entity that is no agent is
     * ignored.
     */
    public void recheck(int agent) {
        if (subscription != null && subscription.getActiveEntityIds().get(agent)) {
            thread.check("AutonomicSystem");
            awake.wake(agent);
        }
    }

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        if (forecast == null) {
            checkAll();
            return;
        }
        BitVector agents = subscription.getActiveEntityIds();
        awake.begin(clock.tick(), agents);
        for (int agent = awake.takeNext(0);
                agent >= 0 && clock.ticking(); // else the game has disposed of the world
                agent = awake.takeNext(agent + 1)) {
            if (agents.get(agent)) { // else it was marked, and has no reflexes
                check(agent, forecast, clock.tick());
            }
        }
    }

    @Override
    protected void end() {
        context.faults().rethrow();
    }

    /** Lets an agent react, and wait until it can react otherwise. */
    private void check(int agent, ReflexForecast forecast, long tick) {
        Needs needs = mNeeds.get(agent);
        Behavior behavior = mBehavior.get(agent);
        if (needs == null || behavior == null) {
            return; // a listener has removed it in this tick
        }
        int generation = behavior.generation;
        int latched = behavior.latched;
        react(agent, needs, behavior, tick);
        boolean settled = behavior.generation == generation && behavior.latched == latched;
        long next = settled ? forecast.nextCheck(agent, needs, behavior, tick) : tick;
        if (next > tick + 1) {
            awake.markAt(agent, next);
        } else {
            awake.wake(agent);
        }
    }

    private void checkAll() {
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        int n = agents.size();
        long tick = clock.tick();
        int next = 0;
        while (next < n && clock.ticking()) {
            next = reactToNextAffected(ids, next, n, tick);
        }
    }

    /** Updates the next agent whose needs matter, and returns the index after it. */
    private int reactToNextAffected(int[] ids, int from, int n, long tick) {
        for (int i = from; i < n; i++) {
            Needs needs = mNeeds.get(ids[i]);
            Behavior behavior = mBehavior.get(ids[i]);
            boolean complete = needs != null && behavior != null;
            if (complete && (!standardOnly || !table.isUnaffected(needs, behavior))) {
                react(ids[i], needs, behavior, tick);
                return i + 1;
            }
        }
        return n;
    }

    private void react(int agent, Needs needs, Behavior behavior, long tick) {
        if (!needs.alive()) {
            stopDeadAgent(agent, behavior, tick);
            return;
        }
        int follows = followed == null ? tableBits : followed.of(agent);
        int active = behavior.directed
                ? 0
                : table.active(needs, behavior, tick)
                        | ownRules.active(agent, follows, needs, behavior, tick);
        int now = active & follows;
        behavior.latched = now & latchingBits;
        if (behavior.failed) {
            backOffFailedReflex(agent, behavior, now, tick);
        }
        int ready = behavior.backedOff == 0 ? now : ready(behavior, now, tick);
        behavior.backedOff |= active & ~follows & latchingBits; // no reflex helps: a plan may
        if (ready != 0) {
            switchTo(agent, ranking.first(ready), ready, behavior, tick);
        } else if (behavior.origin == Behavior.Origin.REFLEX) {
            end(agent, behavior, tick);
        }
    }

    /** Ends the behaviour of a dead agent. */
    private void stopDeadAgent(int agent, Behavior behavior, long tick) {
        behavior.latched = 0;
        deathHandler.accept(agent);
        dirtyAgents.wake(agent);
        if (behavior.origin == Behavior.Origin.REFLEX) {
            behavior.pastime = true; // nothing was completed
            end(agent, behavior, tick);
        } else if (!behavior.idle()) {
            behavior.end(false, tick);
        }
        behavior.completed = false;
    }

    /** Backs off from a failed reflex, so that the plan continues until the next try. */
    private void backOffFailedReflex(int agent, Behavior behavior, int now, long tick) {
        int bits = ranking.bits(now, behavior.name);
        if (bits != 0 && behavior.origin == Behavior.Origin.REFLEX) {
            behavior.backedOff |= bits;
            behavior.retryAt = tick - 1 + (retryTicks << behavior.reflexFailures);
            behavior.reflexFailures = Math.min(behavior.reflexFailures + 1, MAX_DOUBLINGS);
            behavior.end(false, tick);
            acting.mark(agent);
        }
    }

    /** Returns the active reflexes that may begin now. */
    private int ready(Behavior behavior, int now, long tick) {
        behavior.backedOff &= now;
        behavior.reflexFailures = behavior.backedOff == 0 ? 0 : behavior.reflexFailures;
        long left = behavior.retryAt - tick; // longer than any wait: from another world's clock
        return left > 0 && left <= retryTicks << MAX_DOUBLINGS ? now & ~behavior.backedOff : now;
    }

    private void switchTo(int agent, Trigger reflex, int now, Behavior behavior, long tick) {
        boolean inReflex = behavior.origin == Behavior.Origin.REFLEX;
        Trigger cause = inReflex ? cause(reflex, now, behavior.name) : null;
        if (cause != null) { // takes over the priority of its current cause
            if (behavior.priority != cause.priority()) { // a plan may no longer have to wait
                dirtyAgents.wake(agent);
            }
            behavior.priority = cause.priority();
            behavior.interruptible = cause.interruptible();
            behavior.pastime = cause.pastime();
        }
        boolean over = inReflex && cause == null;
        boolean mayInterrupt = behavior.interruptible && reflex.priority() > behavior.priority;
        if (over || mayInterrupt) {
            begin(agent, reflex, behavior, tick);
        }
    }

    /** The reflex that now causes a behaviour: usually the most important active one. */
    private @Nullable Trigger cause(Trigger reflex, int now, String behavior) {
        return reflex.behavior().equals(behavior) ? reflex : ranking.first(now, behavior);
    }

    private void begin(int agent, Trigger reflex, Behavior behavior, long tick) {
        String interrupted = behavior.name;
        behavior.begin(
                reflex.behavior(),
                Behavior.Origin.REFLEX,
                reflex.priority(),
                reflex.interruptible(),
                tick);
        behavior.pastime = reflex.pastime();
        counts[ranking.place(reflex)]++;
        listener.reflexStarted(agent, reflex, interrupted);
    }

    private void end(int agent, Behavior behavior, long tick) {
        String over = behavior.name;
        behavior.end(!behavior.pastime, tick);
        listener.reflexEnded(agent, over);
    }

    // ---- saves

    @Override
    public String stateName() {
        return "reflexes";
    }

    /** Returns the names of the game's rules in order, which saved reflexes refer to by place. */
    @Override
    public String writeState() {
        return reflexTable.customRules().stream()
                .map(Trigger::name)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void readState(String text) {
        if (!text.isEmpty() && !text.equals(writeState())) {
            LOG.warning("the save was made with the reflexes " + List.of(text.split("\n"))
                    + ", and this world has " + List.of(writeState().split("\n"))
                    + ": agents may begin with another one (load it with the same rules in the same"
                    + " order)");
        }
    }
}
