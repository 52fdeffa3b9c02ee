/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/** The trigger of a reflex, a {@link Reflex} or a {@link ReflexRule}. Its values never change. */
public interface Trigger {
    /** Returns the name, not blank, unique in a {@link ReflexTable}. */
    String name();

    /**
     * Returns the name of the behaviour to begin, not blank. Several triggers may begin the same.
     */
    String behavior();

    /**
     * Returns the priority, 1 or more. The standard table goes from 10 to 100; a plan step has
     * priority {@value dev.triune.component.Behavior#STEP_PRIORITY}, and only reflexes above that
     * interrupt it.
     */
    int priority();

    /** Whether a reflex of higher priority may interrupt the behaviour. */
    boolean interruptible();

    /** Whether boredom, not a need, is the cause: plan steps take precedence. */
    boolean pastime();

    /** Whether agents remember that it acted, as they do of all but pastimes unless overridden. */
    default boolean remembered() {
        return !pastime();
    }
}
