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

    // the enter and leave thresholds as plain fields, because they are read for each agent
    private final float exhausted;
    private final float exhaustedEnd;
    private final float collapsing;
    private final float collapsingEnd;
    private final float uncomfortable;
    private final float uncomfortableEnd;
    private final float wounded;
    private final float woundedEnd;
    private final float tired;
    private final float tiredEnd;
    private final float starving;
    private final float starvingEnd;
    private final float bedtime;
    private final float bedtimeEnd;
    private final float hungry;
    private final float hungryEnd;
    private final float sleepy;
    private final float sleepyEnd;
    private final long boredTicks;
    private final long restlessTicks;

    // the first threshold among the reflexes of the same need, if the table has any
    private final float energyLow;
    private final float hungerLow;
    private final float sleepDriveHigh;

    private final int enabledReflexes;

    public StandardReflexEvaluator(ReflexTable reflexTable, GameClock clock) {
        Thresholds at = reflexTable.thresholds();
        exhausted = at.exhausted().enter();
        exhaustedEnd = at.exhausted().leave();
        collapsing = at.collapsing().enter();
        collapsingEnd = at.collapsing().leave();
        uncomfortable = at.uncomfortable().enter();
        uncomfortableEnd = at.uncomfortable().leave();
        wounded = at.wounded().enter();
        woundedEnd = at.wounded().leave();
        tired = at.tired().enter();
        tiredEnd = at.tired().leave();
        starving = at.starving().enter();
        starvingEnd = at.starving().leave();
        bedtime = at.bedtime().enter();
        bedtimeEnd = at.bedtime().leave();
        hungry = at.hungry().enter();
        hungryEnd = at.hungry().leave();
        sleepy = at.sleepy().enter();
        sleepyEnd = at.sleepy().leave();
        boredTicks = clock.ticks(at.bored());
        restlessTicks = clock.ticks(at.restless());
        enabledReflexes = reflexTable.standardReflexes().stream()
                .mapToInt(StandardReflexEvaluator::bit)
                .reduce(0, (a, b) -> a | b);
        energyLow = Math.max(low(EXHAUSTED, exhausted), low(TIRED, tired));
        hungerLow = Math.max(low(STARVING, starving), low(HUNGRY, hungry));
        sleepDriveHigh = Math.min(high(COLLAPSING, collapsing), high(SLEEPY, sleepy));
    }

    private static int bit(Reflex reflex) {
        return 1 << reflex.ordinal();
    }

    private float low(int row, float threshold) {
        return (enabledReflexes & row) == 0 ? Float.NEGATIVE_INFINITY : threshold;
    }

    private float high(int row, float threshold) {
        return (enabledReflexes & row) == 0 ? Float.POSITIVE_INFINITY : threshold;
    }

    /** Whether no reflex was active and none starts, as for most agents. */
    public boolean isUnaffected(Needs needs, Behavior behavior) {
        return behavior.latched == 0
                && behavior.origin == Behavior.Origin.STEP
                && noneActivates(needs);
    }

    /** Returns the active rows, given those that were active before. */
    public int active(Needs needs, Behavior behavior, long tick) {
        boolean noNeedActive = behavior.latched == 0 && noneActivates(needs);
        int needReflexes = noNeedActive ? 0 : stillActive(needs, behavior.latched);
        return (needReflexes | pastimes(behavior, tick)) & enabledReflexes;
    }

    /** Whether clearly no need starts a reflex; false for some agents that need the full check. */
    private boolean noneActivates(Needs n) {
        return !(n.hunger < hungerLow
                || n.energy <= energyLow
                || n.temperature < uncomfortable
                || n.sleepDrive > sleepDriveHigh
                || n.danger
                || (n.health < wounded && n.hasHome)
                || (n.sleepDrive >= bedtime && n.bedtime));
    }

    private int stillActive(Needs needs, int latched) {
        int newlyActive = activated(needs);
        int others = latched & ~newlyActive;
        return others == 0 ? newlyActive : newlyActive | (others & persisting(needs));
    }

    /** Returns the reflexes of needs that start now: the left column of the trigger table. */
    private int activated(Needs n) {
        boolean discomfort = n.temperature < uncomfortable;
        return (n.energy <= exhausted ? EXHAUSTED : 0)
                | (n.sleepDrive > collapsing ? COLLAPSING : 0)
                | (n.danger ? IN_DANGER : 0)
                | (discomfort && !n.tooHot ? COLD : 0)
                | (discomfort && n.tooHot ? HOT : 0)
                | (n.health < wounded && n.hasHome ? WOUNDED : 0)
                | (n.energy < tired ? TIRED : 0)
                | (n.hunger < starving ? STARVING : 0)
                | (n.bedtime && n.sleepDrive >= bedtime ? BEDTIME : 0)
                | (n.hunger < hungry ? HUNGRY : 0)
                | (n.sleepDrive > sleepy ? SLEEPY : 0);
    }

    /** Returns the reflexes of needs that stay active if they were active before. */
    private int persisting(Needs n) {
        boolean discomfort = n.temperature < uncomfortableEnd;
        return (n.energy < exhaustedEnd ? EXHAUSTED : 0)
                | (n.sleepDrive > collapsingEnd ? COLLAPSING : 0)
                | (discomfort && !n.tooHot ? COLD : 0)
                | (discomfort && n.tooHot ? HOT : 0)
                | (n.health < woundedEnd && n.hasHome ? WOUNDED : 0)
                | (n.energy < tiredEnd ? TIRED : 0)
                | (n.hunger < starvingEnd ? STARVING : 0)
                | (n.bedtime && n.sleepDrive > bedtimeEnd ? BEDTIME : 0)
                | (n.hunger < hungryEnd ? HUNGRY : 0)
                | (n.sleepDrive > sleepyEnd ? SLEEPY : 0);
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
