/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.talk.ConversationListener.ConversationEffect.Information;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Calls villagers to meetings, after which they talk about the news. Game thread only. */
@All({Villager.class, Senses.class, Persona.class, Position.class, Behavior.class})
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public class MeetingSystem extends BaseEntitySystem {
    /** The distance at which a call to a meeting is heard, in tiles. */
    public static final float CALL_RADIUS = 16;

    /** The minimum time between two meetings in the village, in ticks. */
    public static final int BETWEEN_MEETINGS = 2_400;

    @Wire
    private Village village;

    @Wire
    private VillageTalk talk;

    private long nextMeeting;

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Journal> mJournal;

    /** Returns the reason why no meeting can be called now, for a prompt; empty if one can. */
    public String refusal() {
        return village.tick() < nextMeeting ? "there was a meeting only a while ago" : "";
    }

    /**
     * Calls everybody awake within {@value #CALL_RADIUS} tiles, and tells them the subject; those are
     * asked for an answer whom the caller would hear.
     *
     * @return the reason of a failure, for a prompt; empty if somebody heard it
     */
    public String call(int caller, String about) {
        String refused = refusal();
        if (!refused.isEmpty()) {
            return refused;
        }
        String name = mPersona.get(caller).name;
        mVillager.get(caller).linesSaid++;
        List<String> heard = new ArrayList<>();
        IntBag all = subscription.getEntities();
        Position at = mPosition.get(caller);
        for (int i = 0; i < all.size(); i++) {
            int other = all.get(i);
            Position there = mPosition.get(other);
            boolean near = at.distance(there.x, there.y) <= CALL_RADIUS;
            if (other != caller && near && !mBehavior.get(other).asleep) {
                Speech speech = new Speech(name, about, village.tick());
                if (at.distance(there.x, there.y) <= SensesSystem.EARSHOT) {
                    mSenses.get(other).hear(speech);
                } else {
                    mSenses.get(other).overhear(speech);
                }
                mJournal.create(other)
                        .happened(name + " called a meeting: \"" + about + '"', "", village.tick());
                heard.add(mPersona.get(other).name);
            }
        }
        if (heard.isEmpty()) {
            return "nobody was there to hear it"; // others may still call one
        }
        nextMeeting = village.tick() + BETWEEN_MEETINGS;
        talk.stats().count(name, about, village.tick());
        learn(talk.effects().news(name, false, heard, about, new HashSet<>()));
        return "";
    }

    private void learn(List<Information> news) {
        for (Information each : news) {
            int hearer = talk.effects().villager(each.to());
            mMemory.get(hearer)
                    .remember(new Episode(
                            each.what(), each.kind(), each.score(), village.tick(), each.from()));
            talk.stats().effect(each);
        }
    }

    /** Returns the tick before which no meeting can be called. For saves. */
    public long nextMeeting() {
        return nextMeeting;
    }

    /** Restores that tick from a save. */
    public void resume(long tick) {
        nextMeeting = tick;
    }

    @Override
    protected void processSystem() {} // villagers act when they call a meeting
}
