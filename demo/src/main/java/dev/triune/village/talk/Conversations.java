/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.village.people.Body;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import java.util.Arrays;

/**
 * Members and turns of conversations. Everything is kept in the members' components. Artemis fills
 * in the mappers. Game thread only.
 */
final class Conversations {
    private static final int LONGEST_REST = 2_500;
    private static final int SHORTEST_REST = 750;
    private static final float MORE_EACH_TIME = 0.1f;
    private static final float MOST_REST = 2;
    private static final float COMPANY = 0.3f;
    private static final float TALK_SCORE = 0.15f;
    private static final float AT_PLACE = 6;

    private final Village village;
    private final TalkListener listener;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Diary> mDiary;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Body> mBody;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    Conversations(Village village, TalkListener listener) {
        this.village = village;
        this.listener = listener;
    }

    /** Begins a conversation of two, with the first one's turn. */
    void begin(int one, int other) {
        enter(one, 0, 0);
        enter(other, 1, 0);
        meet(one, other);
        giveTurn(one);
        listener.began(new int[] {one, other});
    }

    /** Adds a villager to the conversation of a member, in the last seat. */
    void join(int newcomer, int member) {
        int[] members = members(member);
        int seat = mTalking.get(members[members.length - 1]).seat + 1;
        enter(newcomer, seat, mConversation.get(member).turns);
        for (int other : members) {
            meet(newcomer, other);
        }
        listener.joined(newcomer, members(member));
    }

    /** Gives the turn to a member, whoever has it. */
    void giveTurn(int member) {
        IntBag others = mConversation.get(member).partners;
        for (int i = 0; i < others.size(); i++) {
            mTalking.get(others.get(i)).holds = false;
        }
        Talking talking = mTalking.get(member);
        talking.holds = true;
        talking.heldSince = village.tick();
    }

    /** Counts a turn; all other members may now have something to answer. */
    void countTurn(int speaker) {
        for (int member : members(speaker)) {
            mConversation.get(member).turns++;
            mTalking.get(member).passed = member == speaker;
        }
    }

    /** Lets a member's turn pass; the conversation ends when all have passed. */
    void passTurn(int member) {
        mTalking.get(member).passed = true;
        int next = nextSpeaker(member);
        if (next < 0) {
            end(member);
        } else {
            giveTurn(next);
        }
    }

    /** Returns the next member that has something to answer; negative if none has. */
    int nextSpeaker(int member) {
        int[] members = members(member);
        int at = 0;
        while (members[at] != member) {
            at++;
        }
        for (int step = 1; step < members.length; step++) {
            int other = members[(at + step) % members.length];
            if (!mTalking.get(other).passed) {
                return other;
            }
        }
        return -1;
    }

    /**
     * Returns whether a member can no longer take part: asleep, dead, or out of everybody's
     * earshot.
     */
    boolean isGone(int member) {
        if (mBehavior.get(member).asleep || !mNeeds.get(member).alive()) {
            return true;
        }
        IntBag others = mConversation.get(member).partners;
        for (int i = 0; i < others.size(); i++) {
            if (hears(member, others.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether two villagers are within earshot of each other. */
    boolean hears(int one, int other) {
        Position there = mPosition.get(other);
        return mPosition.get(one).distance(there.x, there.y) <= SensesSystem.EARSHOT;
    }

    /** Removes a member; a conversation of two ends with that. */
    void leave(int member) {
        int[] others = toArray(mConversation.get(member).partners);
        if (others.length < 2) {
            end(member);
            return;
        }
        boolean held = mTalking.get(member).holds;
        int next = nextSpeaker(member);
        for (int other : others) {
            mConversation.get(other).partners.removeValue(member);
        }
        close(member);
        int[] left = members(others[0]);
        listener.left(member, left);
        if (held && next >= 0) {
            giveTurn(next);
        } else if (held) {
            end(others[0]);
        }
    }

    /** Ends the conversation of a member for all. */
    void end(int member) {
        int[] members = members(member);
        int turns = mConversation.get(member).turns;
        for (int one : members) {
            close(one);
        }
        listener.ended(members, turns);
    }

    /** Returns all members in the order of their seats. */
    int[] members(int member) {
        IntBag partners = mConversation.get(member).partners;
        int[] members = new int[partners.size() + 1];
        members[0] = member;
        for (int i = 1; i < members.length; i++) { // an insertion sort of at most four
            int one = partners.get(i - 1);
            int at = i;
            while (at > 0 && mTalking.get(members[at - 1]).seat > mTalking.get(one).seat) {
                members[at] = members[at - 1];
                at--;
            }
            members[at] = one;
        }
        return members;
    }

    /** Copies a bag. */
    static int[] toArray(IntBag bag) {
        return Arrays.copyOf(bag.getData(), bag.size());
    }

    private void enter(int agent, int seat, int turns) {
        Conversation talk = mConversation.get(agent);
        talk.active = true;
        talk.turns = turns;
        talk.partners.setSize(0);
        Talking talking = mTalking.get(agent);
        talking.holds = false;
        talking.passed = false;
        talking.seat = seat;
        talking.tally.clear();
        long today = Calendar.day(village.tick());
        talking.today = talking.day == today ? talking.today + 1 : 1;
        talking.day = today;
    }

    private void meet(int one, int other) {
        mConversation.get(one).partners.add(other);
        mConversation.get(other).partners.add(one);
        SpeechEffects.relationOf(mTalking.get(one), mPersona.get(other).name);
        SpeechEffects.relationOf(mTalking.get(other), mPersona.get(one).name);
    }

    /**
     * Ends the conversation for one member, who will not talk again for a while and remembers it.
     */
    private void close(int agent) {
        Conversation talk = mConversation.get(agent);
        talk.active = false;
        talk.partners.setSize(0);
        Talking talking = mTalking.get(agent);
        talking.holds = false;
        clearHeard(mSenses.get(agent));
        mVillager.get(agent).talkedOutUntil = village.tick() + restTicks(agent);
        Body body = mBody.get(agent);
        body.company = Math.min(1, body.company + COMPANY);
        Diary diary = mDiary.get(agent);
        talking.tally.forEach(met -> diary.noteMet(met.name));
        Iterable<String> names = () -> talking.tally.stream()
                .map(met -> met.name)
                .filter(name -> !name.equals(Player.NAME))
                .iterator();
        String words = "talked with " + SpeechAnalyzer.joinNames(names) + place(agent);
        SpeechEffects.replaceEpisode(
                mMemory.get(agent), new Episode(words, "talk", TALK_SCORE, village.tick()));
        talking.tally.clear();
    }

    /** Drops the lines of the conversation; the player still waits for an answer. */
    private void clearHeard(Senses senses) {
        boolean news = senses.hasNews();
        senses.heard.removeIf(line -> !line.speaker().equals(Player.NAME));
        senses.markAttended(village.tick());
        senses.unattended = news ? senses.heard.size() : 0;
    }

    /**
     * Returns the ticks until a villager would talk again: fewer for the talkative, more with each
     * conversation.
     */
    private long restTicks(int agent) {
        float base =
                LONGEST_REST - (LONGEST_REST - SHORTEST_REST) * mVillager.get(agent).extraversion;
        float more = 1 + MORE_EACH_TIME * (mTalking.get(agent).today - 1);
        return Math.round(base * Math.min(MOST_REST, more));
    }

    private String place(int agent) {
        Position at = mPosition.get(agent);
        for (Place place : Place.values()) {
            if (at.distance(place.x(), place.y()) <= AT_PLACE) {
                return " at the " + place.label();
            }
        }
        return "";
    }
}
