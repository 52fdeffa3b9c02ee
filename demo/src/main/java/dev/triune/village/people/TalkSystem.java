/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Conversation;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.places.Village;

/**
 * Conversations of two: they begin when somebody speaks near somebody, take turns, and end after
 * eight turns or a silence. Afterwards both have had enough of talking for a while.
 */
public class TalkSystem extends IteratingSystem {
    /** The most turns of a conversation. */
    public static final int MOST_TURNS = 8;

    private static final int SILENCE = 400;
    private static final int TALKED_OUT = 1_500;

    private final Village village;
    private int conversations;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private SensesSystem senses;

    /** In that village. */
    public TalkSystem(Village village) {
        super(Aspect.all(Villager.class, Conversation.class, Senses.class, Persona.class));
        this.village = village;
    }

    /** How many conversations have begun. */
    public int conversations() {
        return conversations;
    }

    /** Counts on from that many, as a save has it. */
    public void resume(int count) {
        conversations = count;
    }

    /**
     * Somebody speaks, to the partner of the conversation or to whoever is near.
     *
     * @return the name of the one spoken to; empty if nobody listens
     */
    public String say(int speaker, String text) {
        Conversation talk = mConversation.get(speaker);
        if (!talk.active && !mSenses.get(speaker).nearby.isEmpty()) {
            int near = mSenses.get(speaker).nearby.get(0);
            if (senses.sociable(near)) {
                begin(speaker, near);
            }
        }
        mVillager.get(speaker).linesSaid++;
        if (!talk.active || talk.partners.isEmpty()) {
            return "";
        }
        int listener = talk.partners.get(0);
        takeTurn(speaker, listener, text);
        return mPersona.get(listener).name;
    }

    /** Somebody speaks to somebody; false if the other is in no mood to talk. */
    public boolean address(int speaker, int listener, String text) {
        boolean together = mConversation.get(speaker).active
                && mConversation.get(speaker).partners.contains(listener);
        if (!together) {
            if (!senses.sociable(listener) || mConversation.get(speaker).active) {
                return false;
            }
            begin(speaker, listener);
        }
        mVillager.get(speaker).linesSaid++;
        takeTurn(speaker, listener, text);
        return true;
    }

    @Override
    protected void process(int agent) {
        Conversation talk = mConversation.get(agent);
        boolean alone = talk.partners.isEmpty();
        boolean silent = village.tick() - mVillager.get(agent).lastTurnAt > SILENCE;
        if (talk.active && (alone || silent)) {
            end(agent);
        }
    }

    private void begin(int one, int other) {
        conversations++;
        join(one, other);
        join(other, one);
    }

    private void join(int agent, int partner) {
        Conversation talk = mConversation.get(agent);
        talk.active = true;
        talk.turns = 0;
        talk.partners.setSize(0);
        talk.partners.add(partner);
        mVillager.get(agent).lastTurnAt = village.tick();
    }

    private void takeTurn(int speaker, int listener, String text) {
        mConversation.get(speaker).turns++;
        mConversation.get(listener).turns++;
        mVillager.get(speaker).lastTurnAt = village.tick();
        mVillager.get(listener).lastTurnAt = village.tick();
        mSenses.get(listener).hear(new Speech(mPersona.get(speaker).name, text, village.tick()));
        if (mConversation.get(speaker).turns >= MOST_TURNS) {
            end(speaker);
            end(listener);
        }
    }

    private void end(int agent) {
        Conversation talk = mConversation.get(agent);
        talk.active = false;
        talk.partners.setSize(0);
        Senses heard = mSenses.get(agent);
        heard.heard.clear();
        heard.attend(village.tick());
        mVillager.get(agent).talkedOutUntil = village.tick() + TALKED_OUT;
    }
}
