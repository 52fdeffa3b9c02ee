/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.ComponentMapper;
import dev.triune.component.Conversation;
import dev.triune.component.Transcript;
import java.util.ArrayList;
import java.util.List;

/** Opens and ends conversations, and takes over those that were loaded. */
final class OpenConversations {
    /** All that go on, in the order in which they began. */
    final List<Transcript> all = new ArrayList<>();

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    final EffectWriter effects;
    private final ComponentMapper<Transcript> mTranscript;
    private final ComponentMapper<Conversation> mConversation;
    private final long pauseTicks;

    OpenConversations(TalkContext context, SpokenLines lines, EffectWriter effects) {
        this.context = context;
        this.people = context.people();
        this.lines = lines;
        this.effects = effects;
        this.mTranscript = context.world().getMapper(Transcript.class);
        this.mConversation = people.mConversation;
        this.pauseTicks = context.clock().ticks(context.config().pause());
    }

    /** Opens a conversation of nobody yet. */
    Transcript open() {
        int entity = context.world().create();
        Transcript talk = mTranscript.create(entity);
        talk.entity = entity;
        talk.lastActivity = context.tick();
        all.add(talk);
        return talk;
    }

    /** An agent that is in no conversation joins one. */
    void join(Transcript talk, int agent) {
        Conversation joining = mConversation.create(agent);
        joining.leave();
        joining.transcript = talk;
        joining.active = true;
        joining.waitingSince = context.tick();
        joining.prompted = talk.said;
        for (int i = 0; i < talk.agents.size(); i++) {
            int other = talk.agents.get(i);
            joining.partners.add(other);
            mConversation.get(other).partners.add(agent);
            mConversation.get(other).near |= people.areNear(other, agent);
            joining.near |= people.areNear(other, agent);
        }
        talk.agents.add(agent);
        talk.lastActivity = context.tick();
    }

    /** An agent is no longer in a conversation: it rests, longest from those it talked with. */
    void leave(int agent, Conversation member) {
        long until = context.tick() + pauseTicks;
        member.restsUntil = context.tick() + pauseTicks / 2; // else crowds do nothing but talk
        for (int i = 0; i < member.partners.size(); i++) {
            int other = member.partners.get(i);
            Conversation partner = mConversation.get(other);
            member.restFrom(other, until);
            if (partner != null) {
                partner.restFrom(agent, until);
            }
        }
        member.leave();
    }

    /** Ends a conversation for all who take part. */
    void end(Transcript talk, String reason) {
        if (talk.speaker >= 0) {
            lines.breakOff(talk, talk.speaker);
        }
        if (!all.remove(talk)) {
            return; // a listener ended it before
        }
        effects.apply(talk);
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = mConversation.get(agent);
            if (member != null && member.transcript == talk) {
                leave(agent, member);
            }
        }
        context.listener().ended(talk.agents, reason);
        context.world().delete(talk.entity);
    }

    /** A conversation appears that was loaded: what was being said is broken off. */
    void restore(int entity) {
        Transcript talk = mTranscript.get(entity);
        if (talk.entity == entity) {
            return; // it began here
        }
        talk.entity = entity;
        all.add(talk);
        for (int i = talk.agents.size() - 1; i >= 0; i--) {
            Conversation member = mConversation.get(talk.agents.get(i));
            if (member == null || !people.isAgent(talk.agents.get(i))) {
                talk.agents.removeIndex(i);
            } else {
                member.transcript = talk;
            }
        }
        talk.lastActivity = Math.min(talk.lastActivity, context.tick()); // of another clock, maybe
        lines.breakOffLoaded(talk);
        if (talk.size() < 2 || talk.agents.isEmpty()) {
            end(talk, "somebody is gone");
        }
    }

    /** An agent was loaded: a conversation that was not is over. */
    void restoreMember(int agent) {
        Conversation member = mConversation.get(agent);
        if (member != null && member.active && member.transcript == null) {
            member.leave();
        }
    }
}
