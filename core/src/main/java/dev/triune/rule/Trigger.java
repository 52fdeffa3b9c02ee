/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

/** What sets a reflex off, a {@link Reflex} or a {@link ReflexRule}. Its values never change. */
public interface Trigger {
    /** Its name, not blank, the only one of that name among its {@link ReflexTable}. */
    String name();

    /** The behaviour that it begins, not blank. Several triggers may begin the same one. */
    String behavior();

    /**
     * How important it is, 1 or more. The standard table goes from 10 to 100; a step of a plan has
     * {@value dev.triune.component.Behavior#STEP_PRIORITY}, and goes before what is not above it.
     */
    int priority();

    /** Whether a reflex of higher priority may interrupt its behaviour. */
    boolean interruptible();

    /** Whether it comes of boredom, not of a need: a step of a plan goes before it. */
    boolean pastime();
}
