/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;

/**
 * A reflex of a game's own. It joins the others by {@link ReflexTable#with}.
 *
 * <pre>{@code
 * final class Thirst implements ReflexRule {
 *     private ComponentMapper<Water> mWater; // Artemis fills it in
 *
 *     // name, behavior and priority are missing here
 *
 *     public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
 *         return mWater.has(agent) && mWater.get(agent).left < 0.2f;
 *     }
 * }
 * }</pre>
 *
 * <p>The reflexes' system injects each rule once, so that mappers, systems and {@code @Wire} fields
 * are filled in; a rule with such fields serves one world. It is called on the game thread, for each
 * agent and tick: it must be quick, allocate nothing, and change nothing. A rule that throws
 * does not hold; its first exception is logged.
 */
public interface ReflexRule extends Trigger {
    /** {@inheritDoc} It may be, unless this says otherwise. */
    @Override
    default boolean interruptible() {
        return true;
    }

    /** {@inheritDoc} It comes of a need, unless this says otherwise. */
    @Override
    default boolean pastime() {
        return false;
    }

    /** Whether the reflex starts now, given what the agent did up to now. Called in each tick. */
    boolean activates(int agent, Needs needs, Behavior behavior, long tick);

    /**
     * Whether the reflex stays active although it would not start now; false unless overridden.
     * Called only where it was active in the tick before; for a pastime, only while the agent is at
     * it. The gap between starting and ending (hysteresis) keeps an agent from flickering.
     *
     * @param behavior what the agent has been doing up to now
     */
    default boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
        return false;
    }
}
