/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.habits.smalltalk.SmallTalkRules;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.ConversationListener;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.Transcript;
import dev.triune.talk.Utterance;
import dev.triune.village.people.Body;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.time.Duration;

/**
 * The village's part of core's conversations: who hears whom, the lines of busy villagers, and
 * effects. Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillageTalk implements ConversationListener {
    private static final int MAX_REST_TICKS = 2_500;
    private static final int SHORTEST_REST = 750;

    /** An hour and a half of the village. */
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private static final float MORE_EACH_TIME = 0.1f;
    private static final float MAX_REST_FACTOR = 2;
    private static final float COMPANY = 0.3f;

    private static final float FRIENDS = 0.4f;
    private static final float QUARREL = -0.3f;

    private final TalkStats stats = new TalkStats();
    private final TalkEffects effects = new TalkEffects();

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    private SensesSystem senses;

    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Talking> mTalking;
    private ComponentMapper<Diary> mDiary;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Body> mBody;
    private ComponentMapper<Behavior> mBehavior;

    /** Returns the settings of its conversations, to which callers may add listeners. */
    public ConversationConfig config() {
        return new ConversationConfig()
                .earshot(this::hears)
                .busy(this::busyLine)
                .longest(LONGEST)
                .effects(effects)
                .listener(stats)
                .listener(this);
    }

    /** Fills in the mappers. */
    public void injectFrom(World world) {
        world.inject(this);
        world.inject(effects);
    }

    /** Returns the rules for talk without a model. */
    public SmallTalkRules smallTalk() {
        return effects;
    }

    /** Returns the statistics so far. */
    public TalkStats stats() {
        return stats;
    }

    /** Returns the rules for effects of conversations. */
    TalkEffects effects() {
        return effects;
    }

    /** Returns whether another hears a villager; in a storm, nobody does. */
    private boolean hears(int one, int other) {
        Position there = mPosition.get(other);
        return mPosition.get(one).distance(there.x, there.y) <= SensesSystem.EARSHOT
                && !senses.isInStorm(other);
    }

    private String busyLine(int agent, String player) {
        return mBehavior.get(agent).asleep
                ? "Mm? Let me sleep, " + player + "."
                : "Not now, " + player + ", I have no time.";
    }

    @Override
    public void spoke(int agent, Utterance line) {
        mVillager.get(agent).linesSaid++;
        mTalking.get(agent)
                .say(Talking.phrase(line.text(), effects.partners(agent)), village.tick());
        recordMeeting(agent);
    }

    @Override
    public void began(Transcript conversation) {
        if (conversation.settled) { // it may have no lines
            recordMeeting(conversation.agents.get(0));
        }
    }

    private void recordMeeting(int agent) {
        IntBag partners = mConversation.get(agent).partners;
        for (int i = 0; i < partners.size(); i++) {
            int partner = partners.get(i);
            mDiary.get(agent).recordMeeting(mPersona.get(partner).name);
            mDiary.get(partner).recordMeeting(mPersona.get(agent).name);
        }
    }

    /** Announces that two have become friends, have fallen out, or get on again. */
    @Override
    public void effect(ConversationEffect effect) {
        if (effect instanceof LikingChange change) {
            float before = change.now() - change.change();
            people.find(change.whom())
                    .ifPresent(other -> announceRelation(
                            change.of(), change.whom(), before, change.now(), other));
        }
    }

    private void announceRelation(String one, String two, float before, float now, int other) {
        float back = mMemory.get(other).relation(one).map(known -> known.liking).orElse(0f);
        if (before < FRIENDS && now >= FRIENDS && back >= FRIENDS) {
            village.chronicle().announce(one + " and " + two + " are friends now");
        } else if (before > QUARREL && now <= QUARREL) {
            village.chronicle().announce(one + " has fallen out with " + two);
        } else if (before <= QUARREL && now > QUARREL) {
            village.chronicle().announce(one + " has forgiven " + two);
        }
    }

    /** Lets the members rest from talking, and feel less lonely. */
    @Override
    public void ended(IntBag agents, String reason) {
        for (int i = 0; i < agents.size(); i++) {
            int agent = agents.get(i);
            mVillager.get(agent).talkedOutUntil = village.tick() + restTicks(agent);
            Body body = mBody.get(agent);
            body.company = Math.min(1, body.company + COMPANY);
        }
    }

    /**
     * Returns the rest after a conversation, in ticks: shorter for talkative villagers, longer with
     * each conversation of a day.
     */
    private long restTicks(int agent) {
        float base = MAX_REST_TICKS
                - (MAX_REST_TICKS - SHORTEST_REST) * mVillager.get(agent).extraversion;
        int talks = mTalking.get(agent).count(Calendar.day(village.tick()));
        return Math.round(base * Math.min(MAX_REST_FACTOR, 1 + MORE_EACH_TIME * (talks - 1)));
    }
}
