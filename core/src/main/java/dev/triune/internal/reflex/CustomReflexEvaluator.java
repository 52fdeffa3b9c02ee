/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.World;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.rule.ReflexRule;
import java.util.List;

/** Evaluates a game's own reflex rules, as bits after the standard ones. Allocates nothing. */
public final class CustomReflexEvaluator {
    private final ReflexRule[] rules;
    private final boolean[] pastimes;
    private final GameFaults faults = new GameFaults(CustomReflexEvaluator.class);

    /** Creates an evaluator of rules, the most important first. */
    public CustomReflexEvaluator(List<ReflexRule> rules) {
        this.rules = rules.toArray(ReflexRule[]::new);
        this.pastimes = new boolean[this.rules.length];
        for (int i = 0; i < pastimes.length; i++) {
            pastimes[i] = this.rules[i].pastime();
        }
    }

    /** Lets Artemis fill in the mappers of the rules. */
    public void inject(World world) {
        faults.join(world);
        for (ReflexRule rule : rules) {
            GameObjects.inject(world, rule);
        }
    }

    /**
     * Returns the active rules, given those that were active before.
     *
     * @param followed the bits of the rules that the agent follows
     */
    public int active(int agent, int followed, Needs needs, Behavior behavior, long tick) {
        int bits = 0;
        for (int i = 0; i < rules.length; i++) {
            ReflexRule rule = rules[i];
            int bit = 1 << (TriggerRanking.COUNT + i);
            boolean active = (followed & bit) != 0
                    && holds(rule, wasActive(i, bit, behavior), agent, needs, behavior, tick);
            bits |= active ? bit : 0;
        }
        return bits;
    }

    /** Whether a rule is active; one that throws is not. */
    private boolean holds(
            ReflexRule rule, boolean before, int agent, Needs needs, Behavior behavior, long tick) {
        try {
            return rule.activates(agent, needs, behavior, tick)
                    || (before && rule.staysActive(agent, needs, behavior, tick));
        } catch (Throwable e) {
            faults.report("reflex rule", rule, agent, e);
            return false;
        }
    }

    private boolean wasActive(int i, int bit, Behavior behavior) {
        if (!pastimes[i]) {
            return (behavior.latched & bit) != 0;
        }
        return behavior.origin == Behavior.Origin.REFLEX
                && behavior.name.equals(rules[i].behavior());
    }
}
