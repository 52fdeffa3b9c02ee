/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.rule.AgentView;
import dev.triune.rule.SelectionRule;
import dev.triune.village.people.Player;
import org.jspecify.annotations.Nullable;

/**
 * Selects nothing in a conversation while others have the turn or there is nothing to answer.
 * Binding, unless the player has just spoken, which is outside of turns.
 */
final class ListeningRule implements SelectionRule {
    @Override
    public Layer layer() {
        return Layer.AUTONOMIC;
    }

    @Override
    public int urgency() {
        return 3;
    }

    @Override
    public String reason() {
        return "listening";
    }

    @Override
    public boolean matches(AgentView agent) {
        Conversation talk = agent.conversation();
        return talk != null && talk.active && !isPlayerWaiting(agent.senses());
    }

    private static boolean isPlayerWaiting(@Nullable Senses senses) {
        if (senses == null || !senses.hasNews()) {
            return false;
        }
        Speech last = senses.heard.peekLast();
        return last != null && last.speaker().equals(Player.NAME);
    }
}
