/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.talk.Conversations;
import dev.triune.village.action.VillagerAction.Talk;

/** {@code talk}: walks to another villager and says something. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class TalkAction extends PartnerAction<Talk> {
    /** How long it waits for somebody who is busy, in ticks: half a minute. */
    private static final int PATIENCE = 600;

    private Conversations conversations;

    @Override
    Progress tickTogether(int agent, int other, Talk action) {
        if (conversations.address(agent, other, action.text())) { // whatever the pause of talk
            return Progress.DONE;
        }
        return ++mErrand.get(agent).count > PATIENCE
                ? Progress.failed(action.to() + " is busy; try again in a while")
                : Progress.RUNNING;
    }
}
