/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import java.util.function.Predicate;

/** A configurable rule such as a game may write. */
public final class CustomReflex implements ReflexRule {
    private final String name;
    private final String behavior;
    private final int priority;
    private Predicate<Needs> enter = needs -> false;
    private Predicate<Needs> stay = needs -> false;
    private boolean interruptible = true;
    private boolean pastime;

    public CustomReflex(String name, String behavior, int priority) {
        this.name = name;
        this.behavior = behavior;
        this.priority = priority;
    }

    public CustomReflex setsInIf(Predicate<Needs> condition) {
        enter = condition;
        return this;
    }

    public CustomReflex goesOnIf(Predicate<Needs> condition) {
        stay = condition;
        return this;
    }

    CustomReflex uninterruptible() {
        interruptible = false;
        return this;
    }

    CustomReflex asPastime() {
        pastime = true;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String behavior() {
        return behavior;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public boolean interruptible() {
        return interruptible;
    }

    @Override
    public boolean pastime() {
        return pastime;
    }

    @Override
    public boolean activates(int agent, Needs needs, Behavior doing, long tick) {
        return enter.test(needs);
    }

    @Override
    public boolean staysActive(int agent, Needs needs, Behavior doing, long tick) {
        return stay.test(needs);
    }

    @Override
    public String toString() {
        return name;
    }
}
