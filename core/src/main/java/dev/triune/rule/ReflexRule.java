/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.Set;

/**
 * A reflex of the game, added to the table by {@link ReflexTable#with}.
 *
 * <pre>{@code
 * final class Thirst implements ReflexRule {
 *     private ComponentMapper<Water> mWater; // Artemis fills it in
 *
 *     public String name() { return "thirsty"; }
 *
 *     public String behavior() { return "seek_water"; } // the name of its runner
 *
 *     public int priority() { return 82; } // a step of a plan has 20
 *
 *     public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
 *         return mWater.has(agent) && mWater.get(agent).left < 0.2f;
 *     }
 * }
 * }</pre>
 *
 * <p>Artemis fills in mappers, systems and {@code @Wire} fields of each rule; a rule with such
 * fields serves one world. Rules are called on the game thread, for each agent and tick: they must
 * be quick, allocate nothing, and change nothing. A rule that throws does not hold; its first
 * exception is logged.
 */
public interface ReflexRule extends Trigger {
    /** {@inheritDoc} True unless overridden. */
    @Override
    default boolean interruptible() {
        return true;
    }

    /** {@inheritDoc} False unless overridden. */
    @Override
    default boolean pastime() {
        return false;
    }

    /**
     * Returns the names of the kinds of mind whose agents follow this rule, which the world reads
     * once; all agents follow it if empty, as unless overridden. {@code default} is the kind of the
     * plugin itself.
     */
    default Set<String> kinds() {
        return Set.of();
    }

    /** Whether the reflex starts now, given the agent's current behaviour. Called in each tick. */
    boolean activates(int agent, Needs needs, Behavior behavior, long tick);

    /**
     * Whether the reflex stays active although it would not start now; false unless overridden.
     * Called only if the reflex was active in the tick before; for a pastime, only while its
     * behaviour runs. The gap between starting and ending (hysteresis) keeps an agent from
     * flickering.
     *
     * @param behavior the agent's current behaviour
     */
    default boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
        return false;
    }
}
