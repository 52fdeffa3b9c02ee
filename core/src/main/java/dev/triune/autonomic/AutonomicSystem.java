/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;

/**
 * The first layer: each tick it looks at all reflexes of every agent with {@link Needs} and
 * {@link Behavior} and lets the most important one take over. No model is called and nothing is
 * allocated. Game thread only.
 */
public class AutonomicSystem extends BaseEntitySystem {
    private final GameClock clock;
    private final TriggerTable table;
    private final ReflexListener listener;
    private final long[] counts = new long[Reflex.values().length];

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    /** The reflexes of the trigger table for every agent. */
    public AutonomicSystem(GameClock clock) {
        this(clock, Thresholds.DEFAULT, ReflexListener.NONE, Aspect.all());
    }

    /**
     * Reflexes with other figures, or for fewer agents.
     *
     * @param extra what else an agent must have or must not have, for example
     *     {@code Aspect.exclude(Dead.class)}
     */
    public AutonomicSystem(
            GameClock clock, Thresholds thresholds, ReflexListener listener, Aspect.Builder extra) {
        super(extra.copy().all(Needs.class, Behavior.class));
        this.clock = clock;
        this.table = new TriggerTable(thresholds);
        this.listener = listener;
    }

    /** How often a reflex has begun. */
    public long count(Reflex reflex) {
        return counts[reflex.ordinal()];
    }

    /**
     * Boredom counts from here: who appears in tick 5000 has not been idle for 5000 ticks. Who was
     * loaded has been idle since the tick of its save.
     */
    @Override
    protected void inserted(int agent) {
        Behavior behavior = mBehavior.get(agent);
        if (behavior.generation == 0 && behavior.since == 0) {
            behavior.since = clock.tick();
        }
    }

    @Override
    protected void processSystem() {
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        long tick = clock.tick();
        for (int i = 0, n = agents.size(); i < n; i++) {
            int agent = ids[i];
            react(agent, mNeeds.get(agent), mBehavior.get(agent), tick);
        }
    }

    private void react(int agent, Needs needs, Behavior behavior, long tick) {
        int needsNow = table.setIn(needs) | (behavior.latched & table.goOn(needs));
        behavior.latched = needsNow;
        int now = needsNow | table.pastimes(behavior, tick);
        if (now != 0) {
            follow(agent, Reflex.first(now), now, behavior, tick);
        } else if (behavior.origin == Behavior.Origin.REFLEX) {
            behavior.end(!isPastime(behavior), tick);
        }
    }

    private void follow(int agent, Reflex reflex, int now, Behavior behavior, long tick) {
        boolean inReflex = behavior.origin == Behavior.Origin.REFLEX;
        Reflex cause = inReflex ? Reflex.first(now, behavior.name) : null;
        if (cause != null) { // as important as what causes it now, no more and no less
            behavior.priority = cause.priority();
            behavior.interruptible = cause.interruptible();
        }
        boolean over = inReflex && cause == null;
        boolean mayInterrupt = behavior.interruptible && reflex.priority() > behavior.priority;
        if (over || mayInterrupt) {
            begin(agent, reflex, behavior, tick);
        }
    }

    private void begin(int agent, Reflex reflex, Behavior behavior, long tick) {
        String interrupted = behavior.name;
        behavior.begin(
                reflex.behavior(),
                Behavior.Origin.REFLEX,
                reflex.priority(),
                reflex.interruptible(),
                tick);
        counts[reflex.ordinal()]++;
        listener.began(agent, reflex, interrupted);
    }

    private static boolean isPastime(Behavior behavior) {
        return behavior.name.equals(Behavior.WANDER) || behavior.name.equals(Behavior.EXPLORE);
    }
}
