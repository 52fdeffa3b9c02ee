/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.people.Body;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Village;
import java.util.Arrays;

/**
 * Conversations of two to four villagers. One begins when a villager speaks near another; others
 * within earshot join by speaking to a member, or when a member calls them by name. One member at a
 * time has the turn; words out of turn reach nobody. A conversation ends after eight turns, when
 * all members have passed, or when only one is left. The player speaks outside of turns.
 */
public class TalkSystem extends IteratingSystem {
    /** The most turns of a conversation. */
    public static final int MAX_TURNS = 8;

    /** The ticks that a member may have the turn and say nothing. */
    public static final int SILENCE = 400;

    /** The distance at which a call to a meeting is heard, in tiles. */
    public static final float CALL_RADIUS = 16;

    /** The least ticks between two meetings in the whole village. */
    public static final int BETWEEN_MEETINGS = 2_400;

    private static final int FORGOTTEN = 1_200;

    private final Village village;
    private final TalkStats counts = new TalkStats();
    private final TalkNotifier listeners = new TalkNotifier();
    private final Conversations circle;
    private final SpeechEffects impressions;
    private final PlayerDialogue audience;
    private final IntBag hearers = new IntBag();
    private long nextMeeting;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Diary> mDiary;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private SensesSystem senses;

    /** Creates the system of a village, with the facts that villagers pass on. */
    public TalkSystem(Village village, VillageFacts villageFacts) {
        super(Aspect.all(
                Villager.class,
                Conversation.class,
                Senses.class,
                Persona.class,
                Memory.class,
                Body.class,
                Position.class,
                Behavior.class,
                Needs.class));
        this.village = village;
        this.circle = new Conversations(village, listeners);
        this.impressions = new SpeechEffects(village, villageFacts, listeners);
        this.audience = new PlayerDialogue(village, impressions, listeners);
        listeners.add(counts);
    }

    /** Adds a listener. */
    public void onTalk(TalkListener listener) {
        listeners.add(listener);
    }

    /** Returns the statistics so far. */
    public TalkStats counts() {
        return counts;
    }

    /** Returns how many conversations have begun. */
    public int conversations() {
        return (int) counts.conversations();
    }

    /** Returns all state that is not in components, for saves. */
    public long[] state() {
        long[] counted = counts.state();
        long[] all = Arrays.copyOf(counted, counted.length + 1);
        all[counted.length] = nextMeeting;
        return all;
    }

    /** Restores what {@link #state()} returned. */
    public void resume(long[] state) {
        counts.resume(state);
        nextMeeting = state.length == 0 ? 0 : state[state.length - 1];
    }

    /**
     * Has a villager speak: to the player if the player waits for an answer, else in its
     * conversation, else to whoever is near.
     *
     * @return the name of the one spoken to; empty if nobody listens
     */
    public String say(int speaker, String text) {
        if (audience.isDue(speaker)) {
            audience.answer(speaker, text);
            return Player.NAME;
        }
        if (!mConversation.get(speaker).active) {
            int near = approach(speaker, text);
            return near >= 0 && address(speaker, near, text)
                    ? mPersona.get(near).name
                    : speakToNobody(speaker);
        }
        if (!mTalking.get(speaker).holds) {
            return speakToNobody(speaker);
        }
        return mPersona.get(takeTurn(speaker, -1, text)).name;
    }

    /**
     * Has a villager speak to another, in their conversation if it has the turn there; else it
     * begins or joins one.
     *
     * @return false if the other is in no mood to talk, or does not listen
     */
    public boolean address(int speaker, int listener, String text) {
        Conversation talk = mConversation.get(speaker);
        if (talk.active) {
            if (!talk.partners.contains(listener) || !mTalking.get(speaker).holds) {
                return false;
            }
        } else if (senses.isSociable(listener)) {
            circle.begin(speaker, listener);
        } else if (senses.hasRoom(listener) && circle.hears(speaker, listener)) {
            circle.join(speaker, listener);
            circle.giveTurn(speaker); // the words with which somebody joins are a turn
        } else {
            return false;
        }
        takeTurn(speaker, listener, text);
        return true;
    }

    /** Has the player speak to a villager, who hears it in the next tick. */
    public void playerSays(int agent, String text) {
        audience.hear(agent, text);
    }

    /** Returns why no meeting can be called now, in words for a villager; empty if one can. */
    public String meetingRefusal() {
        return village.tick() < nextMeeting ? "there was a meeting only a while ago" : "";
    }

    /**
     * Calls everybody awake within {@value #CALL_RADIUS} tiles together, and tells them why.
     *
     * @return why it came to nothing, in words for a villager; empty if somebody heard it
     */
    public String callMeeting(int caller, String about) {
        String refused = meetingRefusal();
        if (!refused.isEmpty()) {
            return refused;
        }
        mVillager.get(caller).linesSaid++;
        IntBag heard = new IntBag();
        IntBag all = subscription.getEntities();
        Position at = mPosition.get(caller);
        for (int i = 0; i < all.size(); i++) {
            int other = all.get(i);
            Position there = mPosition.get(other);
            boolean near = at.distance(there.x, there.y) <= CALL_RADIUS;
            if (other != caller && near && !mBehavior.get(other).asleep) {
                mSenses.get(other).hear(speechOf(caller, about));
                heard.add(other);
            }
        }
        if (heard.isEmpty()) {
            return "nobody was there to hear it"; // somebody else may call one
        }
        nextMeeting = village.tick() + BETWEEN_MEETINGS;
        impressions.shareFacts(caller, heard, about);
        listeners.lineSpoken(caller, Conversations.toArray(heard), about);
        return "";
    }

    @Override
    protected void initialize() {
        world.inject(circle);
        world.inject(impressions);
        world.inject(audience);
    }

    @Override
    protected void inserted(int agent) {
        mTalking.create(agent); // keeps the one that a save brought
        mDiary.create(agent);
    }

    @Override
    protected void process(int agent) {
        if (!mConversation.get(agent).active) {
            dropOldSpeech(mSenses.get(agent));
        } else if (circle.isGone(agent)) {
            circle.leave(agent);
        } else if (mTalking.get(agent).holds
                && village.tick() - mTalking.get(agent).heldSince > SILENCE) {
            circle.passTurn(agent);
        }
    }

    /**
     * Returns the one who is named, else the nearest who is free, else one whose conversation has
     * room.
     */
    private int approach(int speaker, String text) {
        IntBag near = mSenses.get(speaker).nearby;
        int named = findAddressed(near, text);
        if (named >= 0) {
            return named;
        }
        int open = -1;
        for (int i = 0; i < near.size(); i++) {
            if (senses.isSociable(near.get(i))) {
                return near.get(i);
            }
            if (open < 0 && senses.hasRoom(near.get(i))) {
                open = near.get(i);
            }
        }
        return open;
    }

    /**
     * Returns the villager called by name, the longest name if several match; negative for none.
     */
    private int findAddressed(IntBag among, String text) {
        int found = -1;
        int length = 0;
        for (int i = 0; i < among.size(); i++) {
            String name = mPersona.get(among.get(i)).name;
            if (name.length() > length && SpeechAnalyzer.mentions(text, name)) {
                found = among.get(i);
                length = name.length();
            }
        }
        return found;
    }

    /** Says a line to all members and passes the turn on; returns to whom. */
    private int takeTurn(int speaker, int addressed, String text) {
        Conversation talk = mConversation.get(speaker);
        if (addressed < 0 && findAddressed(talk.partners, text) < 0) {
            inviteMentioned(speaker, text);
        }
        hearers.setSize(0);
        for (int other : circle.members(speaker)) {
            if (other != speaker && circle.hears(speaker, other)) {
                hearers.add(other);
                mSenses.get(other).hear(speechOf(speaker, text));
            }
        }
        circle.countTurn(speaker);
        int to = addressed >= 0 ? addressed : findAddressed(hearers, text);
        to = to >= 0 ? to : circle.nextSpeaker(speaker);
        mVillager.get(speaker).linesSaid++;
        impressions.apply(speaker, to, hearers, text);
        listeners.lineSpoken(speaker, Conversations.toArray(hearers), text);
        if (talk.turns >= MAX_TURNS) {
            circle.end(speaker);
        } else {
            circle.giveTurn(to);
        }
        return to;
    }

    /** Adds a villager nearby who is called by name, if there is room. */
    private void inviteMentioned(int speaker, String text) {
        int called = findAddressed(mSenses.get(speaker).nearby, text);
        if (called >= 0
                && called != speaker
                && senses.hasRoom(speaker)
                && senses.isSociable(called)
                && circle.hears(speaker, called)) {
            circle.join(called, speaker);
        }
    }

    private String speakToNobody(int speaker) {
        mVillager.get(speaker).linesSaid++;
        return "";
    }

    /** Drops lines that nobody answered in time. */
    private void dropOldSpeech(Senses senses) {
        Speech first = senses.heard.peekFirst();
        while (first != null && village.tick() - first.tick() > FORGOTTEN) {
            senses.heard.removeFirst();
            first = senses.heard.peekFirst();
        }
        senses.unattended = Math.min(senses.unattended, senses.heard.size());
    }

    private Speech speechOf(int speaker, String text) {
        return new Speech(mPersona.get(speaker).name, text, village.tick());
    }
}
