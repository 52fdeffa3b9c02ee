/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import com.artemis.World;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import java.util.List;

/**
 * Which of a game's own rules hold for an agent, as bits behind those of the standard table.
 * Allocates nothing. Game thread only.
 */
final class OwnRules {
    private final ReflexRule[] rules;
    private final boolean[] pastimes;

    /** Those rules, the most important first. */
    OwnRules(List<ReflexRule> rules) {
        this.rules = rules.toArray(ReflexRule[]::new);
        this.pastimes = new boolean[this.rules.length];
        for (int i = 0; i < pastimes.length; i++) {
            pastimes[i] = this.rules[i].pastime();
        }
    }

    /** Has Artemis fill in their mappers. */
    void join(World world) {
        for (ReflexRule rule : rules) {
            world.inject(rule);
        }
    }

    /** The rules that hold, given those that held before. */
    int holding(int agent, Needs needs, Behavior behavior, long tick) {
        int bits = 0;
        for (int i = 0; i < rules.length; i++) {
            ReflexRule rule = rules[i];
            int bit = 1 << (Reflex.COUNT + i);
            boolean holds = rule.setsIn(agent, needs, behavior, tick)
                    || (held(i, bit, behavior) && rule.goesOn(agent, needs, behavior, tick));
            bits |= holds ? bit : 0;
        }
        return bits;
    }

    private boolean held(int i, int bit, Behavior behavior) {
        if (!pastimes[i]) {
            return (behavior.latched & bit) != 0;
        }
        return behavior.origin == Behavior.Origin.REFLEX
                && behavior.name.equals(rules[i].behavior());
    }
}
