/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.talk.Conversations;
import dev.triune.village.action.VillagerAction.Talk;
import dev.triune.village.people.Player;

/** {@code talk}: walks to another villager, or turns to a visitor, and says something. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class TalkAction extends PartnerAction<Talk> {
    /** How long it waits for somebody who is busy, in ticks: half a minute. */
    private static final int PATIENCE = 600;

    private Conversations conversations;

    @Override
    public Progress start(int agent, Talk action) {
        Progress begun = super.start(agent, action);
        return Player.isVisitor(action.to()) ? Progress.RUNNING : begun;
    }

    @Override
    public Progress tick(int agent, Talk action) {
        String visitor = Player.visitor(action.to());
        return visitor.isEmpty()
                ? super.tick(agent, action)
                : said(agent, action, conversations.address(agent, visitor, action.text()));
    }

    @Override
    Progress tickTogether(int agent, int other, Talk action) {
        return said(agent, action, conversations.address(agent, other, action.text()));
    }

    /** Ends when the words were said, whatever the pause of talk, or patience ends. */
    private Progress said(int agent, Talk action, boolean heard) {
        if (heard) {
            return Progress.DONE;
        }
        return ++mErrand.get(agent).count > PATIENCE
                ? Progress.failed(action.to() + " is busy; try again in a while")
                : Progress.RUNNING;
    }
}
