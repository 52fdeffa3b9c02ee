/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.component.Conversation;
import dev.triune.talk.Conversations;
import dev.triune.village.action.VillagerAction.Talk;
import dev.triune.village.people.SensesSystem;

/** {@code talk}: walks to another villager and says something. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class TalkAction extends PartnerAction<Talk> {
    private Conversations conversations;
    private ComponentMapper<Conversation> mConversation;
    private SensesSystem senses;

    @Override
    Progress tickTogether(int agent, int other, Talk action) {
        boolean willing = mConversation.get(other).active || senses.isSociable(other);
        return willing && conversations.address(agent, other, action.text())
                ? Progress.DONE
                : Progress.failed(action.to() + " is in no mood to talk");
    }
}
