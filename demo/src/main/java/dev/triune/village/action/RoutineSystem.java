/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.rule.Reflex;
import dev.triune.system.DecisionApplySystem;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Village;

/**
 * Starts the routine work of a villager's trade when it has had no plan for a while, so that the
 * village continues when no model answers.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Behavior.class, BehaviorQueue.class})
public class RoutineSystem extends IteratingSystem {
    private static final int IDLE_TICKS = 600;
    private static final int PASTIMES = Reflex.RESTLESS.priority();

    @Wire
    private Village village;

    @Wire
    private VillageRoutine habits;

    private long routinesStarted;
    private long busyTicks;
    private long ticks;

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Villager> mVillager;
    private DecisionApplySystem decisions;

    /** Returns the number of routines started. */
    public long routinesStarted() {
        return routinesStarted;
    }

    /**
     * Returns the share of time, 0 to 1, in which villagers had a plan, acted on a reflex or slept.
     */
    public double busyShare() {
        return ticks == 0 ? 0 : (double) busyTicks / ticks;
    }

    /** Restores the count from a save. */
    public void resume(long count) {
        routinesStarted = count;
    }

    @Override
    protected void process(int agent) {
        Villager villager = mVillager.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        boolean busy = queue.next() != null
                || mBehavior.get(agent).priority > PASTIMES
                || mBehavior.get(agent).asleep;
        ticks++;
        busyTicks += busy ? 1 : 0;
        if (busy) {
            villager.busyAt = village.tick();
        } else if (village.tick() - villager.busyAt > IDLE_TICKS) {
            villager.busyAt = village.tick();
            routinesStarted++;
            decisions.enqueue(agent, habits.fallback(agent));
        }
    }
}
