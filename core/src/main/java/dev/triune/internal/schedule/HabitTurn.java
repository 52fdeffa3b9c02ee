/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
import org.jspecify.annotations.Nullable;

/** Lets habits act instead of model calls, if the world has habits. Game thread only. */
final class HabitTurn {
    private final @Nullable HabitSystem habits;
    private final DecisionContext context;
    private final int pendingLimit;

    /** Creates it with the habits, null for none, and the limit of pending requests. */
    HabitTurn(@Nullable HabitSystem habits, DecisionContext context, int pendingLimit) {
        this.habits = habits;
        this.context = context;
        this.pendingLimit = pendingLimit;
    }

    /** Whether the limit of pending requests is reached. */
    boolean isFull() {
        return context.pendingCount() >= pendingLimit;
    }

    /** Settles small talk with a neighbour instead of a call, if rules can. */
    boolean settlesTalk(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        return habits != null
                && rule == StandardSelectionRule.COMPANY
                && kind.selector.isReady(agent, mind, rule)
                && habits.talk().settle(agent);
    }

    /** Orders the plan of a habit if it is the executor's turn, even if its calls fail. */
    boolean actByHabit(int agent, Mind mind, KindSchedule kind) {
        if (habits == null) {
            return false;
        }
        SelectionRule rule = mind.failures(Layer.EXECUTOR) == 0
                ? kind.selector.select(agent, mind)
                : kind.selector.selectForHabit(agent, mind);
        return continuesPlan(agent, mind, kind, rule) || actByHabit(agent, mind, kind, rule);
    }

    /** Whether an agent keeps its plan although it is the executor's turn. */
    boolean continuesPlan(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        return habits != null
                && habits.continuesPlan(agent, mind, rule, mayAskExecutor(mind, kind));
    }

    private boolean mayAskExecutor(Mind mind, KindSchedule kind) {
        return !isFull()
                && kind.cooldowns.mayAskModel(mind)
                && !kind.cooldowns.isBackingOff(mind, Layer.EXECUTOR);
    }

    /** Orders the plan of a habit instead of a call, if one applies. */
    boolean actByHabit(int agent, Mind mind, KindSchedule kind, SelectionRule rule) {
        if (habits == null
                || rule.layer() != Layer.EXECUTOR
                || mind.secondTry == Layer.EXECUTOR
                || !kind.selector.asksModel(rule)
                || !kind.selector.isReadyForHabit(agent, mind, rule)) {
            return false;
        }
        boolean mayAsk = mayAskExecutor(mind, kind);
        boolean ready = mayAsk && kind.cooldowns.ready(mind, Layer.EXECUTOR);
        return habits.order(agent, mind, rule, mayAsk, ready);
    }
}
