/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import org.jspecify.annotations.Nullable;

/** The selection table. Pure functions; nothing is allocated. */
final class LayerSelector {
    private static final float CRITICAL = 0.2f;
    private static final float THRIVING = 0.7f;

    private LayerSelector() {}

    /**
     * The first row that matches.
     *
     * @param queue its steps: between two of them, and while a reflex holds them up, an agent is
     *     neither done nor idle
     * @param companyCounts whether the offer of others nearby can be taken up now
     */
    static SelectionRule select(
            Needs needs,
            Behavior behavior,
            BehaviorQueue queue,
            @Nullable Conversation conversation,
            @Nullable Senses senses,
            boolean companyCounts) {
        if (needs.hunger < CRITICAL || needs.energy < CRITICAL || needs.temperature < CRITICAL) {
            return SelectionRule.CRITICAL_NEEDS;
        }
        boolean talking = conversation != null && conversation.active;
        if (talking || (senses != null && senses.hasNews())) {
            return SelectionRule.CONVERSATION;
        }
        if (companyCounts && senses != null && !senses.nearby.isEmpty()) {
            return SelectionRule.COMPANY;
        }
        boolean free = behavior.completed || behavior.idle() || wandering(behavior);
        if (free && queue.next() == null) {
            return behavior.completed ? SelectionRule.COMPLETED : SelectionRule.IDLE;
        }
        if (needs.hunger > THRIVING && needs.energy > THRIVING) {
            return SelectionRule.THRIVING;
        }
        return SelectionRule.OTHERWISE;
    }

    private static boolean wandering(Behavior behavior) {
        return behavior.origin == Behavior.Origin.REFLEX
                && (behavior.name.equals("wander") || behavior.name.equals("explore"));
    }
}
