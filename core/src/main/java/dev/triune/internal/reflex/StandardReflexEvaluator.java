/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Thresholds;

/**
 * Evaluates the standard reflexes, as bits, with a fast path for most agents. Allocates nothing.
 */
public final class StandardReflexEvaluator {
    private static final int EXHAUSTED = bit(Reflex.EXHAUSTED);
    private static final int COLLAPSING = bit(Reflex.COLLAPSING);
    private static final int IN_DANGER = bit(Reflex.IN_DANGER);
    private static final int COLD = bit(Reflex.COLD);
    private static final int HOT = bit(Reflex.HOT);
    private static final int WOUNDED = bit(Reflex.WOUNDED);
    private static final int TIRED = bit(Reflex.TIRED);
    private static final int STARVING = bit(Reflex.STARVING);
    private static final int BEDTIME = bit(Reflex.BEDTIME);
    private static final int HUNGRY = bit(Reflex.HUNGRY);
    private static final int SLEEPY = bit(Reflex.SLEEPY);
    private static final int RESTLESS = bit(Reflex.RESTLESS);
    private static final int BORED = bit(Reflex.BORED);

    private final Thresholds at;
    private final long boredTicks;
    private final long restlessTicks;

    // the first threshold among the reflexes of the same need, as plain fields, because they are
    // read for each agent
    private final float energyLow;
    private final float hungerLow;
    private final float temperatureLow;
    private final float healthLow;
    private final float sleepDriveHigh;
    private final float bedtimeHigh;

    public StandardReflexEvaluator(ReflexTable reflexTable, GameClock clock) {
        at = reflexTable.thresholds();
        boredTicks = clock.ticks(at.bored());
        restlessTicks = clock.ticks(at.restless());
        energyLow = Math.max(at.exhausted().enter(), at.tired().enter());
        hungerLow = Math.max(at.starving().enter(), at.hungry().enter());
        temperatureLow = at.uncomfortable().enter();
        healthLow = Math.max(at.wounded().enter(), Float.MIN_VALUE); // above that of the dead
        sleepDriveHigh = Math.min(at.collapsing().enter(), at.sleepy().enter());
        bedtimeHigh = at.bedtime().enter();
    }

    private static int bit(Reflex reflex) {
        return 1 << reflex.ordinal();
    }

    /** Whether the agent lives, no reflex was active and none starts, as for most agents. */
    public boolean isUnaffected(Needs needs, Behavior behavior) {
        return behavior.latched == 0
                && behavior.origin == Behavior.Origin.STEP
                && noneActivates(needs);
    }

    /**
     * Returns the active rows, given those that were active before; of the whole standard table, so
     * that a need is known for which the game has no reflex.
     */
    public int active(Needs needs, Behavior behavior, long tick) {
        boolean noNeedActive = behavior.latched == 0 && noneActivates(needs);
        int needReflexes = noNeedActive ? 0 : stillActive(needs, behavior.latched);
        return needReflexes | pastimes(behavior, tick);
    }

    /** Whether clearly no need starts a reflex; false for some agents that need the full check. */
    private boolean noneActivates(Needs n) {
        return !(n.hunger < hungerLow
                || n.energy <= energyLow
                || n.temperature < temperatureLow
                || n.sleepDrive > sleepDriveHigh
                || n.danger
                || (n.health < healthLow && (n.hasHome || !n.alive()))
                || (n.sleepDrive >= bedtimeHigh && n.bedtime));
    }

    private int stillActive(Needs needs, int latched) {
        int newlyActive = activated(needs);
        int others = latched & ~newlyActive;
        return others == 0 ? newlyActive : newlyActive | (others & persisting(needs));
    }

    /** Returns the reflexes of needs that start now: the left column of the trigger table. */
    private int activated(Needs n) {
        boolean discomfort = n.temperature < at.uncomfortable().enter();
        return (n.energy <= at.exhausted().enter() ? EXHAUSTED : 0)
                | (n.sleepDrive > at.collapsing().enter() ? COLLAPSING : 0)
                | (n.danger ? IN_DANGER : 0)
                | (discomfort && !n.tooHot ? COLD : 0)
                | (discomfort && n.tooHot ? HOT : 0)
                | (n.health < at.wounded().enter() && n.hasHome ? WOUNDED : 0)
                | (n.energy < at.tired().enter() ? TIRED : 0)
                | (n.hunger < at.starving().enter() ? STARVING : 0)
                | (n.bedtime && n.sleepDrive >= at.bedtime().enter() ? BEDTIME : 0)
                | (n.hunger < at.hungry().enter() ? HUNGRY : 0)
                | (n.sleepDrive > at.sleepy().enter() ? SLEEPY : 0);
    }

    /** Returns the reflexes of needs that stay active if they were active before. */
    private int persisting(Needs n) {
        boolean discomfort = n.temperature < at.uncomfortable().leave();
        return (n.energy < at.exhausted().leave() ? EXHAUSTED : 0)
                | (n.sleepDrive > at.collapsing().leave() ? COLLAPSING : 0)
                | (discomfort && !n.tooHot ? COLD : 0)
                | (discomfort && n.tooHot ? HOT : 0)
                | (n.health < at.wounded().leave() && n.hasHome ? WOUNDED : 0)
                | (n.energy < at.tired().leave() ? TIRED : 0)
                | (n.hunger < at.starving().leave() ? STARVING : 0)
                | (n.bedtime && n.sleepDrive > at.bedtime().leave() ? BEDTIME : 0)
                | (n.hunger < at.hungry().leave() ? HUNGRY : 0)
                | (n.sleepDrive > at.sleepy().leave() ? SLEEPY : 0);
    }

    /** Returns the active pastimes, which depend on the current behaviour and its duration. */
    private int pastimes(Behavior b, long tick) {
        long ticks = tick - b.since;
        if (b.idle()) {
            return ticks >= boredTicks ? BORED : 0;
        }
        if (b.origin != Behavior.Origin.REFLEX) {
            return 0;
        }
        if (b.name.equals(Behavior.WANDER)) {
            return ticks >= restlessTicks ? RESTLESS : BORED;
        }
        boolean exploring = b.name.equals(Behavior.EXPLORE) && ticks < restlessTicks;
        return exploring ? RESTLESS : 0;
    }
}
