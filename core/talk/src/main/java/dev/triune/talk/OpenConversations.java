/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.ComponentMapper;
import java.util.ArrayList;
import java.util.List;

/** Opens and ends conversations, and restores loaded ones. */
final class OpenConversations {
    private static final Transcript[] NONE = {};

    /** All open conversations, in the order in which they began. */
    final List<Transcript> all = new ArrayList<>();

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    final EffectWriter effects;
    private final Silences silences;
    private final ComponentMapper<Transcript> mTranscript;
    private final long pauseTicks;

    OpenConversations(
            TalkContext context, SpokenLines lines, EffectWriter effects, Silences silences) {
        this.silences = silences;
        this.context = context;
        this.people = context.people();
        this.lines = lines;
        this.effects = effects;
        this.mTranscript = context.world().getMapper(Transcript.class);
        this.pauseTicks = context.clock().ticks(context.config().pause());
    }

    /** Returns all open conversations: a copy, because listeners may begin and end some. */
    Transcript[] snapshot() {
        return all.toArray(NONE); // no allocation if there are none
    }

    Transcript open() {
        int entity = context.world().create();
        Transcript talk = mTranscript.create(entity);
        talk.entity = entity;
        talk.lastActivity = context.tick();
        all.add(talk);
        return talk;
    }

    /** Adds an agent, which must be in no conversation. */
    void join(Transcript talk, int agent) {
        TalkState joining = people.create(agent);
        joining.leave();
        joining.part.active = true;
        joining.waitingSince = context.tick();
        lines.recordCalls(talk, joining);
        joining.prompted = talk.said;
        joining.joinedAt = talk.said;
        joining.joinedTick = context.tick();
        for (int other : people.members(talk)) {
            joining.part.partners.add(other);
            people.member(other).part.partners.add(agent);
            people.member(other).near |= people.areNear(other, agent);
            joining.near |= people.areNear(other, agent);
        }
        joining.transcript = talk;
        joining.part.led = true;
        talk.agents.add(agent);
        talk.lastActivity = context.tick();
    }

    /** Lets an agent rest from talking after a conversation, longest from its partners. */
    void leave(int agent, TalkState member, String reason) {
        if (OwedAnswers.includePlayer(member)) {
            silences.reportOwed(agent, member, silences.ofEnd(agent, reason));
        }
        long until = context.tick() + pauseTicks;
        member.part.restsUntil =
                context.tick() + pauseTicks / 2; // otherwise crowds would only talk
        for (int i = 0; i < member.part.partners.size(); i++) {
            int other = member.part.partners.get(i);
            TalkState partner = people.find(other);
            member.part.restFrom(other, until);
            if (partner != null) {
                partner.part.restFrom(agent, until);
            }
        }
        member.leave();
    }

    void end(Transcript talk, String reason) {
        if (talk.speaker >= 0) {
            lines.breakOff(talk, talk.speaker);
        }
        if (!all.remove(talk)) {
            return; // the game's code has ended it already
        }
        talk.ended = true; // a save may come before its entity is deleted
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            TalkState member = people.find(agent);
            if (member != null && member.transcript == talk) { // even if it is no agent any more
                leave(agent, member, reason);
            }
        }
        effects.apply(talk);
        context.listener().ended(talk.agents, reason);
        int entity = talk.entity;
        context.listener().afterEvents(() -> {
            if (mTranscript.get(entity) == talk) { // else the game has deleted it
                context.world().delete(entity);
            }
        });
    }

    /** Restores a loaded conversation; its current line is broken off. */
    void restore(int entity) {
        Transcript talk = mTranscript.get(entity);
        if (talk.entity == entity) {
            return; // it was not loaded
        }
        if (talk.ended) {
            context.world().delete(entity);
            return;
        }
        talk.entity = entity;
        all.add(talk);
        for (int i = talk.agents.size() - 1; i >= 0; i--) {
            TalkState member = people.find(talk.agents.get(i));
            if (member == null
                    || !member.part.active
                    || !people.isAgent(talk.agents.get(i))
                    || !OwedAnswers.areOfPlayersIn(member, talk)) {
                talk.removeAgent(i);
            } else {
                member.transcript = talk;
                member.part.led = true;
            }
        }
        talk.lastActivity =
                Math.min(talk.lastActivity, context.tick()); // the saved clock may differ
        lines.breakOffLoaded(talk);
        if (talk.size() < 2 || talk.agents.isEmpty()) {
            end(talk, "somebody is gone");
        }
    }

    /** Changes no tick of this world: only those of a save from one whose clock was ahead. */
    private void limitTicks(TalkState member, long now) {
        member.waitingSince = Math.min(member.waitingSince, now);
        member.barkAt = Math.min(member.barkAt, now);
        member.joinedTick = Math.min(member.joinedTick, now);
        long retry = now + context.clock().ticks(SpeechEvents.RETRY);
        member.retryAt = Math.min(member.retryAt, retry);
        long wait = now + context.clock().ticks(Openings.PAUSE.plus(Dialogue.SILENCE));
        member.waitsAgainAt = Math.min(member.waitsAgainAt, wait);
        member.part.restsUntil = Math.min(member.part.restsUntil, now + pauseTicks);
        for (int i = 0; i < member.part.met.size(); i++) {
            member.part.metUntil[i] = Math.min(member.part.metUntil[i], now + pauseTicks);
        }
    }

    /** Ends a loaded agent's conversation if that was not loaded. */
    void restoreMember(int agent) {
        TalkState member = people.find(agent);
        if (member != null) {
            limitTicks(member, context.tick());
        }
        if (member != null && member.part.active && member.transcript == null) {
            member.leave();
        }
    }
}
