/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import java.util.function.Predicate;

/** A rule as a game may write it: it reads one figure and has all else as told. */
final class OwnRule implements ReflexRule {
    private final String name;
    private final String behavior;
    private final int priority;
    private Predicate<Needs> enter = needs -> false;
    private Predicate<Needs> stay = needs -> false;
    private boolean interruptible = true;
    private boolean pastime;

    OwnRule(String name, String behavior, int priority) {
        this.name = name;
        this.behavior = behavior;
        this.priority = priority;
    }

    OwnRule setsInIf(Predicate<Needs> condition) {
        enter = condition;
        return this;
    }

    OwnRule goesOnIf(Predicate<Needs> condition) {
        stay = condition;
        return this;
    }

    OwnRule uninterruptible() {
        interruptible = false;
        return this;
    }

    OwnRule asPastime() {
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
    public boolean setsIn(int agent, Needs needs, Behavior doing, long tick) {
        return enter.test(needs);
    }

    @Override
    public boolean goesOn(int agent, Needs needs, Behavior doing, long tick) {
        return stay.test(needs);
    }

    @Override
    public String toString() {
        return name;
    }
}
