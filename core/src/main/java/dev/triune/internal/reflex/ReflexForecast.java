/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.rule.ReflexTable.Thresholds.Threshold;
import java.time.Duration;

/**
 * Computes the next tick in which the reflexes of an agent can change, from how fast its needs can
 * change; other changes are reported. Immutable; allocates nothing.
 */
public final class ReflexForecast {
    /** The longest time between two checks, in case a change is not reported. */
    public static final Duration LONGEST = Duration.ofSeconds(10);

    /** The maximum rounding error of a change in a tick. */
    private static final double ROUNDING = Math.ulp(1f);

    private final Thresholds at;
    private final int followed;
    private final double perTick;
    private final double perFrame;
    private final long longest;

    /** The ticks over which agents that were checked together are checked next. */
    private final long spread;

    private final long boredTicks;
    private final long restlessTicks;

    /**
     * Creates a forecast for a table that declares how fast needs change.
     *
     * @param followed the bits of the reflexes that any agent follows
     */
    public ReflexForecast(ReflexTable table, int followed, GameClock clock) {
        at = table.thresholds();
        this.followed = followed;
        perTick = table.needsChange() / clock.ticksPerSecond() + ROUNDING;
        perFrame = clock.followsDelta() ? table.needsChange() : 0; // before its first tick
        longest = clock.ticks(LONGEST);
        spread = longest / 4 + 1;
        boredTicks = clock.ticks(at.bored());
        restlessTicks = clock.ticks(at.restless());
    }

    /**
     * Returns the tick of an agent's next check, which may be past: it is then due in each tick.
     */
    public long nextCheck(int agent, Needs needs, Behavior behavior, long tick) {
        if (!needs.alive() || behavior.failed || (behavior.backedOff & followed) != 0) {
            return tick;
        }
        double margin = Math.min(margin(needs, behavior.latched), needs.health) - perFrame;
        double latest = longest - agent % spread;
        long next = tick + (long) Math.min(margin / perTick, latest); // NaN becomes 0
        long pastime = behavior.since + (behavior.idle() ? boredTicks : restlessTicks);
        boolean bounded = behavior.idle() || behavior.pastime;
        return bounded && pastime > tick ? Math.min(next, pastime) : next;
    }

    /** Returns the minimum change of a need that starts or ends a reflex; negative if overdue. */
    private double margin(Needs n, int latched) {
        double margin = Double.POSITIVE_INFINITY;
        margin = falling(margin, Reflex.EXHAUSTED, at.exhausted(), n.energy, latched);
        margin = falling(margin, Reflex.TIRED, at.tired(), n.energy, latched);
        margin = falling(margin, Reflex.STARVING, at.starving(), n.hunger, latched);
        margin = falling(margin, Reflex.HUNGRY, at.hungry(), n.hunger, latched);
        Reflex discomfort = n.tooHot ? Reflex.HOT : Reflex.COLD;
        margin = falling(margin, discomfort, at.uncomfortable(), n.temperature, latched);
        margin = rising(margin, Reflex.COLLAPSING, at.collapsing(), n.sleepDrive, latched);
        margin = rising(margin, Reflex.SLEEPY, at.sleepy(), n.sleepDrive, latched);
        if (n.hasHome) {
            margin = falling(margin, Reflex.WOUNDED, at.wounded(), n.health, latched);
        }
        if (n.bedtime) {
            margin = rising(margin, Reflex.BEDTIME, at.bedtime(), n.sleepDrive, latched);
        }
        return margin;
    }

    private double falling(double least, Reflex row, Threshold on, float value, int latched) {
        return margin(
                least, row, (double) value - on.enter(), (double) on.leave() - value, latched);
    }

    private double rising(double least, Reflex row, Threshold on, float value, int latched) {
        return margin(
                least, row, (double) on.enter() - value, (double) value - on.leave(), latched);
    }

    private double margin(double least, Reflex row, double toEnter, double toLeave, int latched) {
        int bit = 1 << row.ordinal();
        boolean holds = (latched & bit) != 0;
        return (followed & bit) != 0 ? Math.min(least, holds ? toLeave : toEnter) : least;
    }
}
