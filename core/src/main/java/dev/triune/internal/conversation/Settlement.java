/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Relation;
import dev.triune.component.Transcript;
import dev.triune.internal.habit.LearnedLine;
import dev.triune.internal.habit.TalkHabits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settles small talk by rules: a conversation of two that no player hears and that brings nothing new
 * begins and ends in one tick, with the effects of any other. Game thread only.
 */
final class Settlement {
    private static final String OPENING = "opening";
    private static final String ANSWER = "answer";

    /** Who likes another less than this quarrels with it. */
    private static final float QUARREL = -0.2f;

    private final TalkContext context;
    private final Participants people;
    private final OpenConversations open;
    private final Floor floor;
    private final TalkHabits habits;
    private final long pauseTicks;
    private final ComponentMapper<Memory> mMemory;
    private final ComponentMapper<Persona> mPersona;
    private final EntitySubscription personas;
    private final EntitySubscription players;

    Settlement(TalkContext context, OpenConversations open, Floor floor, TalkHabits habits) {
        this.context = context;
        this.people = context.people();
        this.open = open;
        this.floor = floor;
        this.habits = habits;
        this.pauseTicks = context.clock().ticks(context.config().pause());
        this.mMemory = context.world().getMapper(Memory.class);
        this.mPersona = context.world().getMapper(Persona.class);
        var subscriptions = context.world().getAspectSubscriptionManager();
        this.personas = subscriptions.get(Aspect.all(Mind.class, Persona.class));
        this.players = subscriptions.get(Aspect.all(Player.class));
        habits.settler(this::settle);
    }

    // ---- settling

    /** Settles the talk of an agent with somebody near, if anybody is free; false if rules cannot. */
    private boolean settle(int agent) {
        IntBag near = people.near(agent);
        if (near == null || !people.isFreeForSmallTalk(agent) || isHeard(agent)) {
            return false;
        }
        int partner = -1;
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            boolean meets = other != agent
                    && people.isFreeForSmallTalk(other)
                    && !people.rest(agent, other, context.tick());
            if (meets && (isHeard(other) || !isSmallTalk(agent, other))) {
                return false; // for the news of one, all are asked
            }
            partner = meets && partner < 0 ? other : partner;
        }
        if (partner >= 0) {
            talk(agent, partner, "");
        }
        return true;
    }

    /** Settles what comes of the words of one agent to another; false if rules cannot. */
    boolean settle(int agent, int other, String words) {
        boolean small = habits.on()
                && people.isFreeForSmallTalk(agent)
                && people.isFreeForSmallTalk(other)
                && !isHeard(agent)
                && !isHeard(other)
                && isSmallTalk(agent, other);
        if (small) {
            talk(agent, other, words);
        }
        return small;
    }

    private void talk(int agent, int other, String words) {
        Transcript talk = open.open();
        talk.settled = true;
        open.join(talk, agent);
        open.join(talk, other);
        habits.settled();
        context.listener().began(talk);
        if (words.isEmpty()) {
            bark(talk, agent, other, OPENING);
        } else {
            floor.conclude(talk, agent, people.nameOf(other), words, false);
            bark(talk, other, agent, ANSWER);
        }
        open.end(talk, "settled by rules");
    }

    /** Has an agent say a line again, unless one was said a short time ago where it is heard. */
    private void bark(Transcript talk, int agent, int other, String role) {
        if (people.of(agent) != talk || hasHeardBark(agent) || hasHeardBark(other)) {
            return;
        }
        IntBag near = people.near(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            if (hasHeardBark(near.get(i))) {
                return;
            }
        }
        String line = habits.line(agent, role);
        if (line == null) {
            return;
        }
        noteBark(agent);
        noteBark(other);
        for (int i = 0; near != null && i < near.size(); i++) {
            noteBark(near.get(i));
        }
        String text = line.replace(LearnedLine.PARTNER, people.nameOf(other))
                .replace(LearnedLine.SELF, people.nameOf(agent));
        floor.conclude(talk, agent, people.nameOf(other), text, false);
    }

    private boolean hasHeardBark(int agent) {
        Conversation conversation = people.mConversation.get(agent);
        return conversation != null && context.tick() - conversation.barkAt < habits.interval();
    }

    private void noteBark(int agent) {
        Conversation conversation = people.mConversation.get(agent);
        if (conversation != null) {
            conversation.barkAt = context.tick();
        }
    }

    // ---- who hears it

    /** Whether a player could hear an agent: its own, one near, or one who talks with somebody near. */
    private boolean isHeard(int agent) {
        if (habits.isWatched(agent)) {
            return true;
        }
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            if (people.hears(agent, bodies.get(i))) {
                return true;
            }
        }
        IntBag near = people.near(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (people.isAgent(other) && (habits.isWatched(other) || talksWithPlayer(other))) {
                return true;
            }
        }
        return false;
    }

    private boolean talksWithPlayer(int agent) {
        Transcript talk = people.of(agent);
        return talk != null && !talk.players.isEmpty();
    }

    // ---- what is new

    private boolean isSmallTalk(int one, int other) {
        Memory memory = mMemory.get(one);
        Memory others = mMemory.get(other);
        String name = people.nameOf(one);
        String otherName = people.nameOf(other);
        long until = restsUntil(one, other);
        return !quarrels(memory, otherName)
                && !quarrels(others, name)
                && !isDue(memory, otherName, until - pauseTicks)
                && !isDue(others, name, until - pauseTicks)
                && !knowsMore(memory, others)
                && !knowsMore(others, memory)
                && !habits.hasNews(one, other)
                && !habits.explores(one, other, OPENING, until);
    }

    private long restsUntil(int one, int other) {
        Conversation conversation = people.mConversation.get(one);
        return conversation == null ? Mind.NEVER : conversation.restsUntil(other);
    }

    private static boolean quarrels(@Nullable Memory memory, String name) {
        List<Relation> relations = memory == null ? List.of() : memory.relations;
        for (int i = 0; i < relations.size(); i++) {
            Relation known = relations.get(i);
            if (known.liking <= QUARREL && known.name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody promised something that they have not talked about since. */
    private static boolean isDue(@Nullable Memory memory, String name, long talkedAt) {
        List<Episode> episodes = memory == null ? List.of() : memory.episodes;
        for (int i = 0; i < episodes.size(); i++) {
            Episode known = episodes.get(i);
            if (known.tick >= talkedAt
                    && known.source.equals(name)
                    && known.kind.equals(EffectWriter.PROMISE)) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody knows of a thing what somebody else does not. */
    private static boolean knowsMore(@Nullable Memory one, @Nullable Memory other) {
        List<Episode> episodes = one == null ? List.of() : one.episodes;
        for (int i = 0; i < episodes.size(); i++) {
            Episode known = episodes.get(i);
            if (!known.about.isEmpty() && (other == null || !knows(other, known))) {
                return true;
            }
        }
        return false;
    }

    private static boolean knows(Memory memory, Episode fact) {
        for (int i = 0; i < memory.episodes.size(); i++) {
            Episode known = memory.episodes.get(i);
            if (known.about.equalsIgnoreCase(fact.about)
                    && known.text.equalsIgnoreCase(fact.text)) {
                return true;
            }
        }
        return false;
    }

    // ---- learning

    /** Learns what a talker says to another agent, unless a player takes part or it names a third. */
    void learn(Transcript talk, int agent, String to, String words) {
        if (!habits.on() || !talk.players.isEmpty() || words.isEmpty() || words.indexOf('<') >= 0) {
            return;
        }
        String line = withSlot(words, people.nameOf(agent), LearnedLine.SELF);
        line = to.isEmpty() ? line : withSlot(line, to, LearnedLine.PARTNER);
        if (!namesSomebody(line)) {
            habits.learn(agent, talk.said == 0 ? OPENING : ANSWER, line);
        }
    }

    private static String withSlot(String words, String name, String slot) {
        StringBuilder line = new StringBuilder(words);
        int place = line.indexOf(name);
        while (place >= 0) {
            int end = place + name.length();
            boolean whole = (place == 0 || !Character.isLetter(line.charAt(place - 1)))
                    && (end == line.length() || !Character.isLetter(line.charAt(end)));
            if (whole) {
                line.replace(place, end, slot);
            }
            place = line.indexOf(name, whole ? place + slot.length() : end);
        }
        return line.toString();
    }

    private boolean namesSomebody(String line) {
        IntBag all = personas.getEntities();
        for (int i = 0; i < all.size(); i++) {
            if (names(line, mPersona.get(all.get(i)).name)) {
                return true;
            }
        }
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            if (names(line, people.nameOfPlayer(bodies.get(i)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a line has somebody's name, or the first word of it. */
    private static boolean names(String line, String name) {
        int blank = name.indexOf(' ');
        return !name.isEmpty() && line.contains(blank < 0 ? name : name.substring(0, blank));
    }
}
