/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.habits.internal.TalkHabits;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settles small talk by rules: a conversation of two that no player hears and that brings nothing
 * new begins and ends in one tick, with the effects of any other. Game thread only.
 */
final class Settlement {
    private static final String OPENING = "opening";
    private static final String ANSWER = "answer";

    /** An agent with an opinion below this quarrels. */
    private static final float QUARREL = -0.2f;

    private final TalkContext context;
    private final Participants people;
    private final OpenConversations open;
    private final Floor floor;
    private final TalkHabits habits;
    private final long pauseTicks;
    private final ComponentMapper<Memory> mMemory;
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
        var subscriptions = context.world().getAspectSubscriptionManager();
        this.personas = subscriptions.get(Aspect.all(Mind.class, Persona.class));
        this.players = subscriptions.get(Aspect.all(Player.class));
        habits.settler(this::settle);
    }

    // ---- settling

    /** Settles the talk of an agent with a free neighbour; false if rules cannot. */
    private boolean settle(int agent) {
        IntBag near = people.nearbyAgents(agent);
        if (near == null || !people.isFreeForSmallTalk(agent) || isObserved(agent)) {
            return false;
        }
        int partner = -1;
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            boolean canMeet = other != agent
                    && people.isFreeForSmallTalk(other)
                    && !people.eitherRests(agent, other, context.tick());
            if (canMeet && !canSettle(agent, other)) {
                return false; // with news to tell, a model is called
            }
            partner = canMeet && partner < 0 ? other : partner;
        }
        int chosen = partner;
        if (chosen >= 0 && areFree(agent, chosen)) {
            floor.perform(() -> settleByRules(agent, chosen, ""));
        }
        return true;
    }

    /** Settles the talk that follows one agent's words to another; false if rules cannot. */
    boolean settle(int agent, int other, String words) {
        boolean canSettle = habits.on()
                && areFree(agent, other)
                && !isObserved(agent)
                && canSettle(agent, other);
        if (canSettle) {
            floor.perform(() -> settleByRules(agent, other, words));
        }
        return canSettle;
    }

    private boolean canSettle(int agent, int other) {
        return !isObserved(other)
                && areFree(agent, other)
                && !dislikes(agent, other)
                && !dislikes(other, agent)
                && (!habits.mayAsk(agent) || isSmallTalk(agent, other));
    }

    private boolean areFree(int agent, int other) {
        return people.isFreeForSmallTalk(agent) && people.isFreeForSmallTalk(other);
    }

    private void settleByRules(int agent, int other, String words) {
        Transcript talk = open.open();
        talk.settled = true;
        open.join(talk, agent);
        open.join(talk, other);
        habits.settled(agent, other);
        context.listener().began(talk);
        boolean told = tell(talk, agent, other, words);
        boolean answered = tell(talk, other, agent, "");
        if (!told && !answered) {
            sayBark(talk, agent, other, OPENING);
        } else if (!words.isEmpty()) {
            sayBark(talk, other, agent, ANSWER);
        }
        open.end(talk, "settled by rules");
    }

    /** Has an agent say words, or else its news; false if there is nothing to say. */
    private boolean tell(Transcript talk, int agent, int other, String words) {
        String line = words.isEmpty() ? Words.line(habits.news(agent, other)) : words;
        if (!line.isEmpty() && people.of(agent) == talk && people.of(other) == talk) {
            floor.conclude(talk, agent, people.nameOf(other), line, false);
            return true;
        }
        return false;
    }

    /** Has an agent say a learned line, unless someone in earshot heard one recently. */
    private void sayBark(Transcript talk, int agent, int other, String role) {
        IntBag near = people.nearbyAgents(agent);
        boolean quiet = mayBark(agent) && mayBark(other);
        for (int i = 0; near != null && i < near.size(); i++) {
            quiet &= mayBark(near.get(i));
        }
        String line = quiet ? habits.line(agent, role) : null;
        if (line == null) {
            return;
        }
        recordBark(agent);
        recordBark(other);
        for (int i = 0; near != null && i < near.size(); i++) {
            recordBark(near.get(i));
        }
        String to = people.nameOf(other);
        String text =
                line.replace(TalkHabits.PARTNER, to).replace(TalkHabits.SELF, people.nameOf(agent));
        floor.conclude(talk, agent, to, text, false);
    }

    private boolean mayBark(int agent) {
        TalkState state = people.find(agent);
        return state == null || context.tick() - state.barkAt >= habits.interval();
    }

    private void recordBark(int agent) {
        TalkState state = people.find(agent);
        if (state != null) {
            state.barkAt = context.tick();
        }
    }

    // ---- who hears it

    /**
     * Whether a player could hear an agent: the player is near, or talks with it or with a
     * neighbour.
     */
    private boolean isObserved(int agent) {
        if (habits.isWatched(agent)) {
            return true;
        }
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            if (people.hears(agent, bodies.get(i))) {
                return true;
            }
        }
        IntBag near = people.nearbyAgents(agent);
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
        TalkState state = people.find(one);
        long until = state == null ? Mind.NEVER : state.part.restsUntil(other);
        long lastTalkTick = until - pauseTicks;
        Memory memory = mMemory.get(one);
        Memory otherMemory = mMemory.get(other);
        return !hasSomethingToTell(memory, people.nameOf(other), otherMemory, lastTalkTick)
                && !hasSomethingToTell(otherMemory, people.nameOf(one), memory, lastTalkTick)
                && !habits.hasNews(one, other)
                && areFree(one, other) // also after the game's rules were called
                && !habits.explores(one, other, OPENING, until);
    }

    private boolean dislikes(int agent, int other) {
        Memory memory = mMemory.get(agent);
        String name = people.nameOf(other);
        for (int i = 0; memory != null && i < memory.relations.size(); i++) {
            Relation known = memory.relations.get(i);
            if (known.liking <= QUARREL && known.name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether two agents have a matter to discuss: a promise that is due, or news. */
    private static boolean hasSomethingToTell(
            @Nullable Memory memory, String name, @Nullable Memory otherMemory, long lastTalkTick) {
        if (memory == null) {
            return false;
        }
        for (int i = 0; i < memory.episodes.size(); i++) {
            Episode known = memory.episodes.get(i);
            boolean due = known.tick >= lastTalkTick // and they have not talked since
                    && known.source.equals(name)
                    && known.kind.equals(EffectWriter.PROMISE);
            if (due) {
                return true;
            }
        }
        return memory.hasFactUnknownTo(otherMemory);
    }

    // ---- learning

    /** Learns a line between two agents, unless a player takes part or it names a third. */
    void learn(Transcript talk, int agent, String to, String words) {
        boolean plain = talk.players.isEmpty() && !words.isEmpty() && words.indexOf('<') < 0;
        if (habits.on() && plain) {
            String own = withSlot(words, people.nameOf(agent), TalkHabits.SELF);
            String line = to.isEmpty() ? own : withSlot(own, to, TalkHabits.PARTNER);
            if (!namesSomebody(line, mMemory.get(agent))) {
                habits.learn(agent, talk.said == 0 ? OPENING : ANSWER, line);
            }
        }
    }

    private static String withSlot(String words, String name, String slot) {
        return words.replaceAll("(?U)\\b" + Pattern.quote(name) + "\\b", slot);
    }

    /** Whether a line names an agent, or anyone the speaker has an opinion of. */
    private boolean namesSomebody(String line, @Nullable Memory memory) {
        IntBag all = personas.getEntities();
        boolean names = false;
        for (int i = 0; i < all.size() && !names; i++) {
            names = names(line, people.nameOf(all.get(i)));
        }
        return names
                || (memory != null
                        && memory.relations.stream().anyMatch(known -> names(line, known.name)));
    }

    /** Whether a line contains a name, or its first word. */
    private static boolean names(String line, String name) {
        int spaceIndex = name.indexOf(' ');
        return line.contains(spaceIndex < 0 ? name : name.substring(0, spaceIndex));
    }
}
