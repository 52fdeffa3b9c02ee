/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Senses;
import dev.triune.rule.AgentView;
import dev.triune.rule.SelectionRule;

/** Selects the talker in a conversation, with the turn and something to answer. Binding. */
final class SpeakingTurnRule implements SelectionRule {
    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @Override
    public Layer layer() {
        return Layer.TALKER;
    }

    @Override
    public int urgency() {
        return 8;
    }

    @Override
    public String reason() {
        return "their turn to speak";
    }

    @Override
    public boolean matches(AgentView agent) {
        Conversation talk = agent.conversation();
        Senses senses = agent.senses();
        return talk != null
                && talk.active
                && senses != null
                && senses.hasNews()
                && mTalking.get(agent.agent()).holds
                && agent.enabled(Layer.TALKER); // nobody waits for a layer that is off
    }
}
