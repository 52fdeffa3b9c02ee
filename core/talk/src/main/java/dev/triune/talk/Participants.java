/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells who takes part in conversations, and who could. Artemis fills in the mappers. Game thread
 * only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class Participants {
    private static final float CRITICAL = 0.2f;

    /** Not 0, which is the serial of players. */
    private static final long NO_SERIAL = -1;

    private final World world;
    private final ConversationConfig config;
    private final EntitySubscription agentsOfWorld;
    private final EntitySubscription players;
    private final Aspect agents;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    private final long callTicks;

    /** The agent that is just being removed from the world; -1 if none is. */
    private int leaving = -1;

    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<TalkState> mTalk;
    ComponentMapper<Mind> mMind;
    ComponentMapper<Senses> mSenses;
    ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Player> mPlayer;

    Participants(World world, ConversationConfig config, Aspect.Builder extra, GameClock clock) {
        this.callTicks = clock.ticks(SpokenLines.CALL_MEMORY);
        this.world = world;
        this.config = config;
        this.agentsOfWorld =
                world.getAspectSubscriptionManager().get(extra.copy().all(Mind.class, Needs.class));
        this.agents = agentsOfWorld.getAspect();
        this.players = world.getAspectSubscriptionManager().get(Aspect.all(Player.class));
        world.inject(this);
        faults.join(world);
    }

    /** Whether an entity is an agent, which the plugin's aspect does not exclude. */
    boolean isAgent(int entity) {
        return hasMind(entity) && agents.isInterested(world.getEntity(entity));
    }

    private boolean hasMind(int entity) {
        return entity != leaving
                && GameObjects.find(mMind, entity) != null
                && world.getEntityManager().isActive(entity)
                && mNeeds.has(entity);
    }

    /**
     * Runs an action during which an entity is no agent any more: a component created now would be
     * that of whoever gets its id.
     */
    void without(int entity, Runnable action) {
        int before = leaving;
        leaving = entity;
        try {
            action.run();
        } finally {
            leaving = before;
        }
    }

    /** Throws unless an entity has a mind and needs; it may be excluded. */
    void requireMind(int entity) {
        if (!hasMind(entity)) {
            throw new IllegalArgumentException("entity " + entity
                    + " has no Mind or no Needs (expected an agent that is there)");
        }
    }

    /**
     * Returns the serial of an agent's mind; one that nobody has if the game's code has removed the
     * mind in this tick.
     */
    long serialOf(int agent) {
        Mind mind = mMind.get(agent);
        return mind == null ? NO_SERIAL : mind.serial;
    }

    /** Whether an entity exists and is the body of a player. */
    boolean isPlayer(int entity) {
        return GameObjects.find(mPlayer, entity) != null
                && world.getEntityManager().isActive(entity);
    }

    /** Whether an agent takes part in a conversation, and has a mind to speak with. */
    boolean takesPart(int agent, Transcript talk) {
        return hasMind(agent) && of(agent) == talk;
    }

    @Nullable
    Transcript of(int agent) {
        TalkState state = find(agent);
        return state == null || !state.part.led ? null : state.transcript;
    }

    /** Returns the state of an agent with a {@link Conversation}; null if it has none. */
    @Nullable
    TalkState find(int agent) {
        Conversation part = GameObjects.find(mConversation, agent);
        if (part == null) {
            return null;
        }
        TalkState state = mTalk.get(agent);
        if (state == null) {
            state = mTalk.create(agent);
            part.led = false; // the game has removed the state, and with it the conversation
        }
        state.part = part;
        return state;
    }

    /** Returns the state of an agent that must have a {@link Conversation}. */
    TalkState member(int agent) {
        return Objects.requireNonNull(find(agent), "the agent has no Conversation");
    }

    /** Returns the state of an agent, with a new {@link Conversation} if it has none. */
    TalkState create(int agent) {
        mConversation.create(agent);
        return member(agent);
    }

    /**
     * Returns the agents of a conversation that take part and have not lost a component since the
     * last tick: a copy, because game code may change the conversation meanwhile.
     */
    int[] members(Transcript talk) {
        int[] members = new int[talk.agents.size()];
        int count = 0;
        for (int i = 0; i < members.length; i++) {
            int agent = talk.agents.get(i);
            if (takesPart(agent, talk)) {
                members[count++] = agent;
            }
        }
        return Arrays.copyOf(members, count);
    }

    String nameOf(int agent) {
        return Persona.nameOf(GameObjects.find(mPersona, agent));
    }

    String nameOfPlayer(int body) {
        String name = Words.name(Objects.requireNonNullElse(mPlayer.get(body).name, ""));
        return name.isEmpty() ? "somebody" : name;
    }

    /** Returns the agents that have appeared in a tick. */
    IntBag agents() {
        return agentsOfWorld.getEntities();
    }

    /** Returns the agent with a mind of that serial, which has appeared in a tick; -1 if none has. */
    int agentOf(long serial) {
        IntBag all = agentsOfWorld.getEntities();
        for (int i = 0; i < all.size(); i++) {
            if (serialOf(all.get(i)) == serial) {
                return all.get(i);
            }
        }
        return -1;
    }

    /** Whether the answer to a request names an agent, wherever that one is. */
    boolean namesAgent(int agent, long number) {
        TalkState speaker = find(agent);
        return speaker != null
                && speaker.namedBy == number
                && speaker.misnamedBy != number
                && isNameOfAgent(speaker.named);
    }

    /** Whether an agent anywhere has that name. */
    boolean isNameOfAgent(String name) {
        IntBag all = agentsOfWorld.getEntities();
        for (int i = 0; i < all.size(); i++) {
            if (Words.isNameOf(name, nameOf(all.get(i)))) {
                return true;
            }
        }
        return false;
    }

    boolean isAlive(int agent) {
        Needs needs = mNeeds.get(agent);
        return needs == null || needs.alive();
    }

    /** Whether an agent cannot continue talking. */
    boolean isAway(int agent) {
        Needs needs = mNeeds.get(agent);
        return !isAlive(agent) || isAsleep(agent) || (needs != null && needs.danger);
    }

    private boolean isAsleep(int agent) {
        Behavior behavior = mBehavior.get(agent);
        return behavior != null && behavior.asleep;
    }

    /** Whether an agent is too busy to call a model for talk. */
    boolean isBusy(int agent) {
        Mind mind = mMind.get(agent);
        return mind == null || !mind.usesModel || hasCriticalNeed(agent);
    }

    boolean hasCriticalNeed(int agent) {
        Needs needs = mNeeds.get(agent);
        boolean starving = needs != null
                && (needs.hunger < CRITICAL
                        || needs.energy < CRITICAL
                        || needs.temperature < CRITICAL);
        return starving || isAway(agent);
    }

    /** Whether an agent is free to talk with another that addresses it unprompted. */
    boolean isFree(int agent) {
        return isAgent(agent) && of(agent) == null && !isBusy(agent);
    }

    /**
     * Returns who near an agent can hear the first words of an answer, and is the one that it names,
     * if it names somebody; -1 if nobody can.
     */
    int hearer(int agent, long number, long tick) {
        return isFree(agent) ? meantNear(agent, number, tick, true) : -1;
    }

    /**
     * Returns who near an agent, for whom the first words of an answer are, could hear them later; -1 if
     * nobody can.
     */
    int laterHearer(int agent, long number, long tick) {
        return meantNear(agent, number, tick, false);
    }

    private int meantNear(int agent, long number, long tick, boolean free) {
        TalkState speaker = find(agent);
        boolean misnamed = speaker != null && speaker.misnamedBy == number;
        String named = speaker != null && speaker.namedBy == number ? speaker.named : "";
        IntBag near = named.isEmpty() ? nearbyAgents(agent) : agents();
        for (int i = 0; near != null && i < near.size() && !misnamed; i++) {
            int other = near.get(i);
            boolean meant = named.isEmpty()
                    ? !eitherRests(agent, other, tick)
                    : Words.isNameOf(named, nameOf(other))
                            && (areNear(agent, other) || hears(agent, other));
            boolean listens =
                    free ? isFree(other) : isAgent(other) && isAlive(other) && !isAsleep(other);
            if (meant && listens && other != agent) {
                return other;
            }
        }
        return -1;
    }

    /**
     * Returns the full name of whom an agent's words are for, by the name that its answer gave: a
     * member of its talk, somebody near, or else any agent or player; empty if nobody is called so.
     */
    String meant(int agent, Transcript talk, String written) {
        for (String player : talk.players) {
            if (Words.isNameOf(written, player)) {
                return player;
            }
        }
        IntBag near = nearbyAgents(agent);
        IntBag nobody = new IntBag();
        for (IntBag some : List.of(talk.agents, near == null ? nobody : near, agents())) {
            for (int i = 0; i < some.size(); i++) {
                int other = some.get(i);
                if (other != agent && isAgent(other) && Words.isNameOf(written, nameOf(other))) {
                    return nameOf(other);
                }
            }
        }
        int body = playerNamed(written);
        return body < 0 ? "" : nameOfPlayer(body);
    }

    private int playerNamed(String written) {
        IntBag bodies = players.getEntities();
        for (int i = 0; i < bodies.size(); i++) {
            if (isPlayer(bodies.get(i)) && Words.isNameOf(written, nameOfPlayer(bodies.get(i)))) {
                return bodies.get(i);
            }
        }
        return -1;
    }

    /** Whether somebody, by full name, hears what an agent says in its talk. */
    boolean isHeardBy(int agent, Transcript talk, String name) {
        int body = playerNamed(name);
        return talk.players.contains(name)
                || listener(agent, talk, name) >= 0
                || (body >= 0 && hears(agent, body));
    }

    /**
     * Returns the agent of a name that hears what another says in its talk: one that takes part, or
     * that is near and neither asleep nor in danger; -1 if there is none.
     */
    int listener(int speaker, Transcript talk, String name) {
        for (IntBag some : List.of(talk.agents, agents())) {
            for (int i = 0; i < some.size(); i++) {
                int each = some.get(i);
                if (each != speaker
                        && isAgent(each)
                        && name.equals(nameOf(each))
                        && (of(each) == talk || (!isAway(each) && hears(each, speaker)))) {
                    return each;
                }
            }
        }
        return -1;
    }

    /**
     * Returns who last called out something that an agent heard and has not answered; empty if nobody
     * did lately.
     */
    String callerOf(int agent, long tick) {
        Senses senses = GameObjects.find(mSenses, agent);
        String caller = "";
        if (senses != null && senses.hasNews()) { // rarely: what follows allocates
            for (Speech line : senses.heard()) {
                boolean recent = !line.overheard() && tick - line.tick() <= callTicks;
                caller = recent ? line.speaker() : caller;
            }
        }
        return caller;
    }

    /** Whether an agent is free to talk with another without a model. */
    boolean isFreeForSmallTalk(int agent) {
        return isAgent(agent) && of(agent) == null && !hasCriticalNeed(agent);
    }

    /** Whether two agents talked with each other too recently to do so again. */
    boolean eitherRests(int one, int other, long tick) {
        return restsFrom(one, other, tick) || restsFrom(other, one, tick);
    }

    private boolean restsFrom(int one, int other, long tick) {
        Conversation conversation = mConversation.get(one);
        return conversation != null && conversation.restsFrom(other, tick);
    }

    /** Returns the agents near another; null if it has no senses. */
    @Nullable
    IntBag nearbyAgents(int agent) {
        Senses senses = GameObjects.find(mSenses, agent);
        return senses == null ? null : senses.nearby;
    }

    /** Whether another agent, or the body of a player, is near enough to hear an agent. */
    boolean isAnyoneNear(int agent) {
        IntBag near = nearbyAgents(agent);
        return (near != null && !near.isEmpty()) || hearsAny(agent, players.getEntities());
    }

    /** Whether two agents are near each other, according to their senses. */
    boolean areNear(int one, int other) {
        IntBag around = nearbyAgents(one);
        IntBag aroundOther = nearbyAgents(other);
        return (around != null && around.contains(other))
                || (aroundOther != null && aroundOther.contains(one));
    }

    /** Whether a member is out of earshot of all others. */
    boolean isOutOfEarshot(int agent, Transcript talk) {
        if (config.earshot() == null) {
            return talk.players.isEmpty() && member(agent).near && !isNearAny(agent, talk.agents);
        }
        boolean hasPlayerWithoutBody = talk.players.size() > talk.bodies.size();
        return !hasPlayerWithoutBody
                && !hearsAny(agent, talk.agents)
                && !hearsAny(agent, talk.bodies);
    }

    /** Whether an agent hears a player's body; players without one are always heard. */
    boolean isInEarshot(int agent, int body) {
        return body < 0 || config.earshot() == null || hears(agent, body);
    }

    /**
     * Whether agents could talk to each other: by the game's earshot, each hears another of them.
     * Without one, a game may bring together whom it likes.
     */
    boolean hearEachOther(int... agents) {
        IntBag all = new IntBag(agents.length);
        for (int agent : agents) {
            all.add(agent);
        }
        boolean heard = true;
        for (int agent : agents) {
            heard &= config.earshot() == null || hearsAny(agent, all);
        }
        return heard;
    }

    /** Whether an agent and another entity hear each other. */
    boolean hears(int agent, int other) {
        ConversationConfig.Earshot earshot = config.earshot();
        if (earshot == null) {
            return areNear(agent, other);
        }
        try {
            return earshot.hears(agent, other);
        } catch (Throwable e) { // the game's code must not end the tick
            faults.report("earshot", earshot, agent, e);
            return areNear(agent, other);
        }
    }

    /** Whether a bystander overhears a line; not if the game's rule does harm. */
    boolean overhears(int bystander, int speaker, Utterance line) {
        ConversationConfig.Overhearing rule = config.overhearing();
        try {
            return rule.overhears(bystander, speaker, line);
        } catch (Throwable e) { // the game's code must not end the tick
            faults.report("overhearing", rule, bystander, e);
            return false;
        }
    }

    boolean isNearAny(int agent, IntBag others) {
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) != agent && areNear(agent, others.get(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean hearsAny(int agent, IntBag others) {
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) != agent && hears(agent, others.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns what an agent heard of its last conversation: nothing from before it joined, except what it called out itself,
     * or heard somebody call out. Lines that were called out have no number.
     */
    List<Utterance> heard(int agent, Transcript talk) {
        TalkState member = find(agent);
        Mind mind = mMind.get(agent);
        if (member == null || mind == null) {
            return List.of(); // the game has removed it
        }
        List<Utterance> heard = new ArrayList<>(talk.lines.size());
        for (Utterance line : talk.lines) {
            boolean own = line.serial() == mind.serial && !line.fromPlayer();
            boolean calledOut = line.number() == 0
                    && (line.tick() >= member.joinedTick || heardOutside(agent, line));
            boolean meant = line.isFor(nameOf(agent));
            if (own || ((calledOut || line.number() > member.joinedAt) && meant)) {
                heard.add(line);
            }
        }
        return heard;
    }

    /** Returns whether an agent heard a line of before the conversation. */
    private boolean heardOutside(int agent, Utterance line) {
        Senses senses = mSenses.get(agent);
        return senses != null
                && senses.heard().stream()
                        .anyMatch(speech -> speech.tick() == line.tick()
                                && speech.text().equals(line.text())
                                && speech.speaker().equals(line.speaker()));
    }
}
