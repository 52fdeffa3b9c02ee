/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.World;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.internal.inject.GameObjects;
import dev.triune.rule.ReflexRule;
import java.util.List;

/**
 * Which of a game's own rules hold for an agent, as bits behind those of the standard table.
 * Allocates nothing. Game thread only.
 */
public final class CustomReflexEvaluator {
    private final ReflexRule[] rules;
    private final boolean[] pastimes;

    /** Those rules, the most important first. */
    public CustomReflexEvaluator(List<ReflexRule> rules) {
        this.rules = rules.toArray(ReflexRule[]::new);
        this.pastimes = new boolean[this.rules.length];
        for (int i = 0; i < pastimes.length; i++) {
            pastimes[i] = this.rules[i].pastime();
        }
    }

    /** Has Artemis fill in their mappers. */
    public void inject(World world) {
        for (ReflexRule rule : rules) {
            GameObjects.inject(world, rule);
        }
    }

    /** The rules that hold, given those that held before. */
    public int active(int agent, Needs needs, Behavior behavior, long tick) {
        int bits = 0;
        for (int i = 0; i < rules.length; i++) {
            ReflexRule rule = rules[i];
            int bit = 1 << (TriggerRanking.COUNT + i);
            boolean holds = rule.activates(agent, needs, behavior, tick)
                    || (wasActive(i, bit, behavior)
                            && rule.staysActive(agent, needs, behavior, tick));
            bits |= holds ? bit : 0;
        }
        return bits;
    }

    private boolean wasActive(int i, int bit, Behavior behavior) {
        if (!pastimes[i]) {
            return (behavior.latched & bit) != 0;
        }
        return behavior.origin == Behavior.Origin.REFLEX
                && behavior.name.equals(rules[i].behavior());
    }
}
