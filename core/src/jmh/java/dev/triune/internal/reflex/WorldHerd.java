/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.rule.ReflexTable;
import dev.triune.system.AutonomicSystem;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Agents of an Artemis world with {@link Needs} and {@link Behavior}, and with our systems or ones
 * that only read the same components.
 */
public final class WorldHerd implements Herd {
    /** The reflexes, which check agents when their needs can have reached a threshold. */
    static final ReflexTable FORECAST = ReflexTable.standard().needsChangeAtMost(0.01);

    private static final long SEED = 11;

    private final World world;
    private final ComponentMapper<Needs> mNeeds;
    private final ComponentMapper<Behavior> mBehavior;
    private final @Nullable AutonomicSystem reflexes;
    private final long born;

    /**
     * Creates a world of agents.
     *
     * @param shuffled whether agents were deleted and created before, so that their components come
     *     from a pool and are spread over the heap
     * @param clock the clock that the first system advances
     * @param settler adds more to each agent
     */
    WorldHerd(
            int size,
            boolean shuffled,
            GameClock clock,
            List<BaseSystem> systems,
            ObjIntConsumer<World> settler) {
        WorldConfiguration configuration = new WorldConfiguration();
        systems.forEach(configuration::setSystem);
        world = new World(configuration);
        mNeeds = world.getMapper(Needs.class);
        mBehavior = world.getMapper(Behavior.class);
        reflexes = world.getSystem(AutonomicSystem.class);
        populate(size, ordered(size), settler);
        System.gc(); // tenured, in the order of the agents
        if (shuffled) {
            empty();
            populate(size, Scenario.shuffled(size, SEED), settler);
        }
        born = clock.tick();
    }

    /** Creates a world with a clock and one system. */
    public static WorldHerd of(int size, boolean shuffled, Function<GameClock, BaseSystem> system) {
        GameClock clock = new GameClock();
        List<BaseSystem> systems = List.of(new GameClockSystem(clock), system.apply(clock));
        return new WorldHerd(size, shuffled, clock, systems, (world, agent) -> {});
    }

    /** Creates a world with the reflexes. */
    public static WorldHerd reacting(int size, boolean shuffled) {
        return of(size, shuffled, AutonomicSystem::new);
    }

    /** The pass of reflexes that checks agents when their needs can have reached a threshold. */
    public static WorldHerd forecasting(int size, boolean shuffled) {
        return of(size, shuffled, clock -> new AutonomicSystem(clock, FORECAST, Aspect.all()));
    }

    private void report(int agent) {
        if (reflexes != null) {
            reflexes.recheck(agent);
        }
    }

    /** Returns the world. */
    World world() {
        return world;
    }

    private static int[] ordered(int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        return order;
    }

    private void populate(int size, int[] order, ObjIntConsumer<World> settler) {
        for (int i = 0; i < size; i++) {
            if (world.create() >= size) {
                throw new IllegalStateException("the numbers of the agents have gaps");
            }
        }
        for (int agent : order) {
            mNeeds.create(agent);
            mBehavior.create(agent);
            settler.accept(world, agent);
        }
        world.process();
    }

    private void empty() {
        IntBag all = world.getAspectSubscriptionManager().get(Aspect.all()).getEntities();
        for (int i = 0; i < all.size(); i++) {
            world.delete(all.get(i));
        }
        world.process();
    }

    @Override
    public void start(int agent, Activity activity, boolean interruptible, long since) {
        Behavior behavior = mBehavior.get(agent);
        behavior.name = activity.title;
        behavior.origin = origin(activity);
        behavior.priority = Agent.startPriority(activity);
        behavior.interruptible = interruptible;
        behavior.pastime = activity.pastime();
        behavior.since = born + since;
        report(agent);
    }

    private static Behavior.Origin origin(Activity activity) {
        return switch (activity) {
            case IDLE -> Behavior.Origin.NONE;
            case GATHER -> Behavior.Origin.STEP;
            default -> Behavior.Origin.REFLEX;
        };
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        Needs needs = mNeeds.get(agent);
        needs.hunger = values.hunger;
        needs.energy = values.energy;
        needs.temperature = values.temperature;
        needs.health = values.health;
        needs.sleepDrive = values.sleepDrive;
        needs.tooHot = values.tooHot;
        needs.bedtime = values.bedtime;
        needs.hasHome = values.hasHome;
        needs.danger = values.danger;
        report(agent);
    }

    @Override
    public void resume(int agent, boolean interruptible, long tick) {
        mBehavior
                .get(agent)
                .begin(
                        Activity.GATHER.title,
                        Behavior.Origin.STEP,
                        Behavior.STEP_PRIORITY,
                        interruptible,
                        born + tick);
        report(agent);
    }

    @Override
    public void pass() {
        world.process();
    }

    @Override
    public String state(int agent) {
        Behavior behavior = mBehavior.get(agent);
        return Herd.state(
                behavior.name,
                behavior.priority,
                behavior.interruptible,
                behavior.completed,
                behavior.since - born,
                behavior.generation,
                behavior.latched);
    }
}
