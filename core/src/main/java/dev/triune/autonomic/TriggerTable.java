/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;

/**
 * Which standard reflexes hold for an agent: the whole trigger table, computed at once into a set of
 * bits, without a branch that depends on another. Immutable; allocates nothing.
 */
final class TriggerTable {
    private static final int EXHAUSTED = Reflex.EXHAUSTED.bit();
    private static final int COLLAPSING = Reflex.COLLAPSING.bit();
    private static final int IN_DANGER = Reflex.IN_DANGER.bit();
    private static final int COLD = Reflex.COLD.bit();
    private static final int HOT = Reflex.HOT.bit();
    private static final int WOUNDED = Reflex.WOUNDED.bit();
    private static final int TIRED = Reflex.TIRED.bit();
    private static final int STARVING = Reflex.STARVING.bit();
    private static final int BEDTIME = Reflex.BEDTIME.bit();
    private static final int HUNGRY = Reflex.HUNGRY.bit();
    private static final int SLEEPY = Reflex.SLEEPY.bit();

    private final Thresholds at;
    private final int kept;

    TriggerTable(Reflexes reflexes) {
        this.at = reflexes.thresholds();
        this.kept = reflexes.rows().stream().mapToInt(Reflex::bit).reduce(0, (a, b) -> a | b);
    }

    /** The rows that hold, given those that held before. */
    int holding(Needs needs, Behavior behavior, long tick) {
        int held = setIn(needs) | (behavior.latched & goOn(needs));
        return (held | pastimes(behavior, tick)) & kept;
    }

    /** The needs that set in now: the left column of the trigger table, word for word. */
    private int setIn(Needs n) {
        boolean uncomfortable = n.temperature < at.uncomfortable().enter();
        return (n.energy <= at.exhausted().enter() ? EXHAUSTED : 0)
                | (n.sleepDrive > at.collapsing().enter() ? COLLAPSING : 0)
                | (n.danger ? IN_DANGER : 0)
                | (uncomfortable && !n.tooHot ? COLD : 0)
                | (uncomfortable && n.tooHot ? HOT : 0)
                | (n.health < at.wounded().enter() && n.hasHome ? WOUNDED : 0)
                | (n.energy < at.tired().enter() ? TIRED : 0)
                | (n.hunger < at.starving().enter() ? STARVING : 0)
                | (n.bedtime && n.sleepDrive >= at.bedtime().enter() ? BEDTIME : 0)
                | (n.hunger < at.hungry().enter() ? HUNGRY : 0)
                | (n.sleepDrive > at.sleepy().enter() ? SLEEPY : 0);
    }

    /** The needs that go on holding if they held before. */
    private int goOn(Needs n) {
        boolean uncomfortable = n.temperature < at.uncomfortable().leave();
        return (n.energy < at.exhausted().leave() ? EXHAUSTED : 0)
                | (n.sleepDrive > at.collapsing().leave() ? COLLAPSING : 0)
                | (uncomfortable && !n.tooHot ? COLD : 0)
                | (uncomfortable && n.tooHot ? HOT : 0)
                | (n.health < at.wounded().leave() && n.hasHome ? WOUNDED : 0)
                | (n.energy < at.tired().leave() ? TIRED : 0)
                | (n.hunger < at.starving().leave() ? STARVING : 0)
                | (n.bedtime && n.sleepDrive > at.bedtime().leave() ? BEDTIME : 0)
                | (n.hunger < at.hungry().leave() ? HUNGRY : 0)
                | (n.sleepDrive > at.sleepy().leave() ? SLEEPY : 0);
    }

    /** The pastimes that hold: they come of what the agent has been doing, for how long. */
    private int pastimes(Behavior b, long tick) {
        long ticks = tick - b.since;
        if (b.idle()) {
            return ticks >= at.boredTicks() ? Reflex.BORED.bit() : 0;
        }
        if (b.origin != Behavior.Origin.REFLEX) {
            return 0;
        }
        if (b.name.equals(Behavior.WANDER)) {
            return ticks >= at.restlessTicks() ? Reflex.RESTLESS.bit() : Reflex.BORED.bit();
        }
        boolean exploring = b.name.equals(Behavior.EXPLORE) && ticks < at.restlessTicks();
        return exploring ? Reflex.RESTLESS.bit() : 0;
    }
}
