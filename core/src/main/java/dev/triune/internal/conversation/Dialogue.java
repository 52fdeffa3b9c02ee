/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationConfig;
import dev.triune.conversation.ConversationListener;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leads conversations: who takes part, who has the floor, what is being said. Hears what agents say as
 * a listener of minds. Game thread only; nothing is done for agents that do not talk.
 */
public final class Dialogue implements MindListener {
    private static final int RETRY_SECONDS = 2;

    /** How often in a row a model may fail to answer a player before the agent says it is busy. */
    private static final int FAILURES = 2;

    private final GameClock clock;
    private final Broker broker;
    private final World world;
    private final ConversationConfig config;
    private final LLMSchedulerSystem scheduler;
    private final Participants people;
    private final ConversationListener listener;
    private final EffectWriter effects;
    private final ComponentMapper<Transcript> mTranscript;
    private final ComponentMapper<Conversation> mConversation;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);
    private final List<Transcript> talks = new ArrayList<>();
    private final long silenceTicks;
    private final long pauseTicks;

    /** Leads the conversations of a world. */
    public Dialogue(
            GameClock clock,
            Broker broker,
            World world,
            ConversationConfig config,
            LLMSchedulerSystem scheduler) {
        this.clock = clock;
        this.broker = broker;
        this.world = world;
        this.config = config;
        this.scheduler = scheduler;
        this.people = new Participants(world, config);
        this.listener = new ListenerFanOut(config.listeners());
        this.effects = new EffectWriter(clock, broker, world, config, people, listener);
        this.mTranscript = world.getMapper(Transcript.class);
        this.mConversation = world.getMapper(Conversation.class);
        this.silenceTicks = clock.ticks(config.silence());
        this.pauseTicks = clock.ticks(config.pause());
    }

    // ---- what a game may call

    /** Returns the conversation of an agent; null if it is in none. */
    public @Nullable Transcript of(int agent) {
        return people.of(agent);
    }

    /** Begins a conversation, with the first one's turn; false if one of them cannot talk now. */
    public boolean begin(int... agents) {
        if (agents.length < 2 || agents.length > config.participants()) {
            throw new IllegalArgumentException("a conversation of " + agents.length
                    + " agents (expected 2 to " + config.participants() + ")");
        }
        boolean free = true;
        for (int agent : agents) {
            requireAgent(agent);
            free &= people.isFree(agent);
        }
        if (!free || Arrays.stream(agents).distinct().count() < agents.length) {
            return false;
        }
        Transcript talk = open();
        for (int agent : agents) {
            join(talk, agent);
        }
        listener.began(talk);
        giveFloor(talk, agents[0]);
        return true;
    }

    /** A player, by body or by name alone, says something to an agent; false if it is not heard. */
    public boolean say(int body, String who, int agent, boolean toAll, String words) {
        requireAgent(agent);
        String text = Words.line(words);
        if (text.isEmpty() || !people.isAlive(agent)) {
            return false;
        }
        String player = Words.name(who);
        Transcript talk = conversationWith(body, player, agent);
        yieldTo(talk, agent, player);
        Utterance line = new Utterance(
                ++talk.said,
                player,
                0,
                toAll ? "" : people.nameOf(agent),
                text,
                clock.tick(),
                false);
        record(talk, line);
        talk.turns = 0;
        for (int i = 0; i < talk.agents.size(); i++) {
            int other = talk.agents.get(i);
            mConversation.get(other).passed = false;
            if (toAll || other == agent) {
                owe(mConversation.get(other), line);
                scheduler.playerInteracted(other);
            }
        }
        if (!floorIsTaken(talk)) {
            giveFloor(talk, agent);
        }
        return true;
    }

    /** A player leaves; what an agent is saying to it is broken off. */
    public void leave(int body, String who) {
        String player = Words.name(who);
        for (int i = talks.size() - 1; i >= 0; i--) {
            Transcript talk = talks.get(i);
            if (talk.players.contains(player) && (body < 0 || talk.bodies.contains(body))) {
                removePlayer(talk, body, player);
            }
        }
    }

    /** Says something that needs no answer. */
    public void bark(int agent, String words) {
        requireAgent(agent);
        String text = Words.line(words);
        if (!text.isEmpty()) {
            speakOutside(agent, text);
        }
    }

    /** Breaks off what an agent says or thinks of saying, and passes its turn. */
    public void interrupt(int agent) {
        requireAgent(agent);
        Transcript talk = people.of(agent);
        if (talk != null) {
            cancelTalk(talk, agent);
            mConversation.get(agent).hasFloor = false;
            nextFloor(talk);
        }
    }

    /** Ends the conversation of an agent, if it is in one. */
    public void end(int agent, String reason) {
        Transcript talk = people.of(agent);
        if (talk != null) {
            end(talk, reason);
        }
    }

    private void requireAgent(int agent) {
        if (!people.isAgent(agent)) {
            throw new IllegalArgumentException(
                    "entity " + agent + " has no Mind (expected an agent that is there)");
        }
    }

    /** Returns the name of a player's entity. */
    public String nameOfPlayer(int body) {
        if (!people.isPlayer(body)) {
            throw new IllegalArgumentException(
                    "entity " + body + " has no Player (expected one with Player that is there)");
        }
        return people.nameOfPlayer(body);
    }

    // ---- members

    private Transcript open() {
        int entity = world.create();
        Transcript talk = mTranscript.create(entity);
        talk.entity = entity;
        talk.lastActivity = clock.tick();
        talks.add(talk);
        return talk;
    }

    private void join(Transcript talk, int agent) {
        Conversation joining = mConversation.create(agent);
        joining.leave();
        joining.transcript = talk;
        joining.active = true;
        joining.waitingSince = clock.tick();
        joining.prompted = talk.said;
        for (int i = 0; i < talk.agents.size(); i++) {
            int other = talk.agents.get(i);
            joining.partners.add(other);
            mConversation.get(other).partners.add(agent);
            mConversation.get(other).near |= people.areNear(other, agent);
            joining.near |= people.areNear(other, agent);
        }
        talk.agents.add(agent);
        talk.lastActivity = clock.tick();
    }

    /** Returns the conversation in which a player speaks to an agent, which both have joined. */
    private Transcript conversationWith(int body, String player, int agent) {
        Transcript talk = people.of(agent);
        boolean in = talk != null && talk.players.contains(player);
        if (talk != null && !in && talk.size() >= config.participants()) {
            remove(talk, agent, "a player speaks");
            talk = null;
        }
        boolean fresh = talk == null;
        if (talk == null) {
            talk = open();
            join(talk, agent);
        }
        if (!in) {
            talk.players.add(player);
            if (body >= 0) {
                talk.bodies.add(body);
            }
        }
        if (fresh) {
            listener.began(talk);
        }
        return talk;
    }

    /** An agent leaves; a conversation of which less than two are left ends. */
    private void remove(Transcript talk, int agent, String reason) {
        if (talk.size() <= 2) {
            end(talk, reason);
            return;
        }
        cancelTalk(talk, agent);
        talk.agents.removeValue(agent);
        Conversation leaving = mConversation.get(agent);
        boolean hadFloor = leaving != null && leaving.hasFloor;
        for (int i = 0; i < talk.agents.size(); i++) {
            mConversation.get(talk.agents.get(i)).partners.removeValue(agent);
        }
        if (leaving != null) {
            leaving.leave();
            leaving.restsUntil = clock.tick() + pauseTicks;
        }
        if (talk.agents.isEmpty()) {
            end(talk, reason);
        } else if (hadFloor) {
            nextFloor(talk);
        }
    }

    private void removePlayer(Transcript talk, int body, String player) {
        if (talk.current != null && talk.current.to().equals(player)) {
            cancelTalk(talk, talk.speaker);
        }
        talk.players.remove(player);
        talk.bodies.removeValue(body);
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = mConversation.get(agent);
            boolean owed = member.owed.removeIf(
                    line -> line.fromPlayer() && line.speaker().equals(player));
            refreshPlayerWaits(member);
            if (owed && member.hasFloor && member.owed.isEmpty()) {
                cancelTalk(talk, agent);
                member.hasFloor = false;
            }
        }
        if (talk.size() < 2) {
            end(talk, player + " left");
        } else if (!floorIsTaken(talk)) {
            nextFloor(talk);
        }
    }

    /** An entity is gone from the world: it takes part in nothing any more. */
    public void forget(int entity) {
        for (int i = talks.size() - 1; i >= 0; i--) {
            Transcript talk = talks.get(i);
            if (talk.agents.contains(entity)) {
                remove(talk, entity, "somebody is gone");
            }
        }
    }

    /** The body of a player is gone from the world. */
    public void forgetPlayer(int body) {
        leave(body, people.nameOfPlayer(body));
    }

    // ---- turns

    private boolean floorIsTaken(Transcript talk) {
        for (int i = 0; i < talk.agents.size(); i++) {
            if (mConversation.get(talk.agents.get(i)).hasFloor) {
                return true;
            }
        }
        return false;
    }

    private void giveFloor(Transcript talk, int agent) {
        Conversation member = mConversation.get(agent);
        member.hasFloor = true;
        refreshPlayerWaits(member);
        talk.lastActivity = clock.tick();
        scheduler.markDirty(agent);
        if (member.playerWaits) {
            askForPlayer(talk, agent, member);
        }
    }

    /** Gives the floor to whoever is next; a conversation in which nobody has more to say ends. */
    private void nextFloor(Transcript talk) {
        int next = -1;
        int best = Integer.MAX_VALUE;
        boolean waiting = !talk.players.isEmpty();
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = mConversation.get(agent);
            int rank = rank(talk, member);
            boolean first = rank < best
                    || (rank == best
                            && next >= 0
                            && member.waitingSince < mConversation.get(next).waitingSince);
            if (first) {
                best = rank;
                next = agent;
            }
        }
        if (next >= 0) {
            giveFloor(talk, next);
        } else if (!waiting) {
            end(talk, "nobody has more to say");
        }
    }

    /** Who owes a player an answer comes first, then who owes anybody one, then who has waited. */
    private static int rank(Transcript talk, Conversation member) {
        if (!member.owed.isEmpty()) {
            return member.owed.get(0).fromPlayer() ? 0 : 1;
        }
        return member.passed || !talk.players.isEmpty() ? Integer.MAX_VALUE : 2;
    }

    private void pass(Transcript talk, Conversation member) {
        member.passed = true;
        member.hasFloor = false;
        member.owed.clear();
        refreshPlayerWaits(member);
        nextFloor(talk);
    }

    /** Notes what an agent is to answer: the last line of each speaker, those of players first. */
    private static void owe(Conversation member, Utterance line) {
        member.owed.removeIf(
                other -> other.serial() == line.serial() && other.speaker().equals(line.speaker()));
        int place = 0;
        while (place < member.owed.size()
                && (!line.fromPlayer() || member.owed.get(place).fromPlayer())) {
            place++;
        }
        member.owed.add(place, line);
        refreshPlayerWaits(member);
    }

    private static void refreshPlayerWaits(Conversation member) {
        member.playerWaits =
                member.hasFloor && !member.owed.isEmpty() && member.owed.get(0).fromPlayer();
    }

    /** Requests an answer to a player at once, or has the agent say that it is busy. */
    private void askForPlayer(Transcript talk, int agent, Conversation member) {
        if (people.isBusy(agent) || member.failures >= FAILURES) {
            sayBusy(talk, agent, member);
            return;
        }
        scheduler.resetCooldowns(agent, Layer.TALKER);
        if (scheduler.select(agent) != StandardSelectionRule.PLAYER) {
            sayBusy(talk, agent, member);
        } else if (talk.ticket == 0) {
            scheduler.request(agent);
        }
    }

    private void sayBusy(Transcript talk, int agent, Conversation member) {
        Utterance asked = member.owed.get(0);
        cancelTalk(talk, agent);
        String text = busyLine(agent, asked.speaker());
        member.failures = 0;
        member.prompted = talk.said;
        if (text.isEmpty()) {
            member.owed.remove(asked);
            refreshPlayerWaits(member);
            member.hasFloor = false;
            nextFloor(talk);
        } else {
            conclude(talk, agent, asked.speaker(), text, false);
        }
    }

    private String busyLine(int agent, String player) {
        try {
            return Words.line(config.busy().line(agent, player));
        } catch (Exception e) {
            faults.report("busy line", config.busy(), agent, e);
            return "";
        }
    }

    // ---- what is being said

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        Transcript talk = layer == Layer.TALKER ? people.of(agent) : null;
        if (talk != null && mConversation.get(agent).hasFloor) {
            boolean again = talk.ticket != 0 && talk.speaker == agent;
            talk.ticket = ticket.number();
            talk.speaker = agent;
            talk.lastActivity = clock.tick();
            if (!again) {
                listener.thinking(agent);
            }
        }
    }

    @Override
    public void speaking(int agent, Layer layer, Ticket ticket, String piece) {
        if (layer != Layer.TALKER) {
            return;
        }
        Transcript talk = people.of(agent);
        if (talk == null) {
            talk = meet(agent, ticket);
        }
        if (talk != null && isSpeaker(talk, agent, ticket.number()) && !talk.whole) {
            beginLine(talk, agent);
            Words.append(talk.raw, piece);
            talk.grew = true;
        }
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        if (layer != Layer.TALKER) {
            return;
        }
        long number = people.mMind.get(agent).ticket;
        Transcript talk = people.of(agent);
        if (talk == null) {
            talk = meet(agent, new Ticket(number));
        }
        if (talk == null) {
            speakOutside(agent, text);
        } else if (isSpeaker(talk, agent, number)) {
            beginLine(talk, agent);
            talk.raw.setLength(0);
            talk.raw.append(text);
            talk.whole = true;
            talk.grew = false;
        }
    }

    @Override
    public void addressed(int agent, Layer layer, String to) {
        Transcript talk = layer == Layer.TALKER ? people.of(agent) : null;
        if (talk != null && talk.current != null && talk.speaker == agent) {
            conclude(talk, agent, addressee(talk, agent, to), talk.raw.toString(), false);
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        Transcript talk = layer == Layer.TALKER ? people.of(agent) : null;
        if (talk != null) {
            concludeWhole(talk, agent);
            effects.notePromise(talk, agent, step);
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        Transcript talk = layer == Layer.TALKER ? people.of(agent) : null;
        if (talk == null || talk.ticket != ticket.number()) {
            return;
        }
        Conversation member = mConversation.get(agent);
        String soFar = talk.current == null ? "" : Words.soFar(talk.raw);
        boolean said = !soFar.isEmpty();
        if (!concludeWhole(talk, agent) && talk.current != null && said) {
            conclude(talk, agent, talk.current.to(), soFar, true);
        }
        boolean stillOn = member.transcript == talk && talk.ticket == ticket.number();
        if (stillOn) {
            talk.ticket = 0;
            talk.speaker = -1;
            clearLine(talk);
        }
        boolean made = outcome.kind() != Outcome.Kind.CANCELLED
                && outcome.kind() != Outcome.Kind.SUPERSEDED;
        if (stillOn && made && !said && member.hasFloor) {
            hearNothing(talk, member, outcome.kind() == Outcome.Kind.ANSWERED);
        }
    }

    private void hearNothing(Transcript talk, Conversation member, boolean answered) {
        member.failures++;
        member.retryAt = clock.tick() + (long) RETRY_SECONDS * clock.ticksPerSecond();
        if (answered && !member.playerWaits) {
            pass(talk, member);
        }
    }

    /** Whether an answer is that of the agent whose turn it is; one asked for before may be. */
    private boolean isSpeaker(Transcript talk, int agent, long number) {
        if (talk.ticket == 0 && mConversation.get(agent).hasFloor) {
            talk.ticket = number;
            talk.speaker = agent;
        }
        return talk.ticket == number;
    }

    private void beginLine(Transcript talk, int agent) {
        if (talk.current == null) {
            talk.raw.setLength(0);
            talk.speaker = agent;
            talk.current = lineOf(talk, agent, defaultAddressee(talk, agent), "", false);
        }
    }

    private Utterance lineOf(Transcript talk, int agent, String to, String text, boolean broken) {
        long serial = people.mMind.get(agent).serial;
        return new Utterance(
                talk.said + 1, people.nameOf(agent), serial, to, text, clock.tick(), broken);
    }

    private boolean concludeWhole(Transcript talk, int agent) {
        Utterance current = talk.current;
        if (current == null || !talk.whole || talk.speaker != agent) {
            return false;
        }
        conclude(talk, agent, current.to(), talk.raw.toString(), false);
        return true;
    }

    /** An agent's line is over: it is noted, delivered, and the next one has the floor. */
    private void conclude(Transcript talk, int agent, String to, String text, boolean brokenOff) {
        Utterance line = lineOf(talk, agent, to, text, brokenOff);
        talk.said++;
        talk.turns++;
        talk.answered = Math.max(talk.answered, mConversation.get(agent).prompted);
        clearLine(talk);
        record(talk, line);
        for (int i = 0; i < talk.agents.size(); i++) {
            int other = talk.agents.get(i);
            Conversation member = mConversation.get(other);
            member.turns = talk.turns;
            member.passed = other == agent;
            if (other != agent && !brokenOff && isFor(line, other)) {
                owe(member, line);
            }
        }
        Conversation speaker = mConversation.get(agent);
        speaker.owed.removeIf(asked -> isAnswered(asked, line, speaker.prompted));
        speaker.hasFloor = false;
        speaker.waitingSince = clock.tick();
        speaker.failures = 0;
        refreshPlayerWaits(speaker);
        overhear(agent, talk, line.text());
        listener.spoke(agent, line);
        if (speaker.transcript != talk) {
            return; // the listener ended it
        }
        boolean playerWaits = speaker.playerWaits || anyOwesPlayer(talk);
        if (talk.turns >= config.turns() && !playerWaits) {
            end(talk, "all has been said");
        } else if (!floorIsTaken(talk)) {
            nextFloor(talk);
        }
    }

    private boolean isFor(Utterance line, int agent) {
        return !line.to().isEmpty() && line.to().equals(people.nameOf(agent));
    }

    /** An answer settles what its prompt showed of the one it is for, or of all. */
    private static boolean isAnswered(Utterance asked, Utterance answer, long prompted) {
        boolean same = answer.to().isEmpty() || answer.to().equals(asked.speaker());
        return asked.number() <= prompted && (same || !asked.fromPlayer());
    }

    private boolean anyOwesPlayer(Transcript talk) {
        for (int i = 0; i < talk.agents.size(); i++) {
            List<Utterance> owed = mConversation.get(talk.agents.get(i)).owed;
            if (!owed.isEmpty() && owed.get(0).fromPlayer()) {
                return true;
            }
        }
        return false;
    }

    private static void clearLine(Transcript talk) {
        talk.current = null;
        talk.raw.setLength(0);
        talk.whole = false;
        talk.grew = false;
    }

    /** Adds a line; the oldest gives way, but not what a player said and nobody has answered. */
    private void record(Transcript talk, Utterance line) {
        talk.lines.add(line);
        talk.lastActivity = clock.tick();
        for (int i = 0; i < talk.lines.size() && talk.lines.size() > config.lines(); i++) {
            Utterance old = talk.lines.get(i);
            if (!old.fromPlayer() || old.number() <= talk.answered) {
                talk.lines.remove(i--);
            }
        }
        if (talk.lines.size() > ConversationConfig.MOST_LINES) {
            talk.lines.remove(0);
        }
    }

    /** To whom an agent speaks unless it says so: whom it owes an answer, else who spoke last. */
    private String defaultAddressee(Transcript talk, int agent) {
        Conversation member = mConversation.get(agent);
        if (!member.owed.isEmpty()) {
            return member.owed.get(0).speaker();
        }
        long serial = people.mMind.get(agent).serial;
        for (int i = talk.lines.size() - 1; i >= 0; i--) {
            if (talk.lines.get(i).serial() != serial || talk.lines.get(i).fromPlayer()) {
                return talk.lines.get(i).speaker();
            }
        }
        return member.partners.isEmpty() ? "" : people.nameOf(member.partners.get(0));
    }

    /** Finds out whom a model means, and lets one in earshot who is addressed join. */
    private String addressee(Transcript talk, int agent, String written) {
        if (Words.isEverybody(written)) {
            return "";
        }
        for (int i = 0; i < talk.players.size(); i++) {
            if (Words.isNameOf(written, talk.players.get(i))) {
                return talk.players.get(i);
            }
        }
        for (int i = 0; i < talk.agents.size(); i++) {
            int other = talk.agents.get(i);
            if (other != agent && Words.isNameOf(written, people.nameOf(other))) {
                return people.nameOf(other);
            }
        }
        IntBag near = people.near(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (talk.size() < config.participants()
                    && people.isFree(other)
                    && Words.isNameOf(written, people.nameOf(other))) {
                join(talk, other);
                return people.nameOf(other);
            }
        }
        return talk.current == null ? "" : talk.current.to();
    }

    /** An agent speaks of its own accord: with somebody near, a conversation begins. */
    private @Nullable Transcript meet(int agent, Ticket ticket) {
        IntBag near = people.near(agent);
        if (near == null || !people.isFree(agent)) {
            return null;
        }
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            if (other != agent
                    && people.isFree(other)
                    && clock.tick() >= mConversation.create(other).restsUntil) {
                Transcript talk = open();
                join(talk, agent);
                join(talk, other);
                mConversation.get(agent).hasFloor = true;
                talk.ticket = ticket.number();
                talk.speaker = agent;
                listener.began(talk);
                return talk;
            }
        }
        return null;
    }

    private void speakOutside(int agent, String text) {
        long serial = people.mMind.get(agent).serial;
        Utterance line =
                new Utterance(0, people.nameOf(agent), serial, "", text, clock.tick(), false);
        overhear(agent, null, text);
        listener.spoke(agent, line);
    }

    /** Others nearby hear what is not meant for them. */
    private void overhear(int agent, @Nullable Transcript talk, String text) {
        IntBag near = people.near(agent);
        if (near == null || near.isEmpty() || text.isEmpty()) {
            return;
        }
        Speech speech = new Speech(people.nameOf(agent), text, clock.tick());
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            Senses senses = people.isAgent(other) ? people.mSenses.get(other) : null;
            if (senses != null && (talk == null || !talk.agents.contains(other))) {
                senses.overhear(speech);
            }
        }
    }

    /** What agents say to each other yields to a player, and so does what is said to that player. */
    private void yieldTo(Transcript talk, int agent, String player) {
        if (talk.ticket == 0 && talk.current == null) {
            releaseFloor(talk, agent);
            return;
        }
        int speaker = talk.speaker;
        Conversation member = mConversation.get(speaker);
        boolean forPlayer = member.playerWaits;
        boolean forThis = forPlayer && member.owed.get(0).speaker().equals(player);
        boolean words = talk.current != null;
        if (!forPlayer || (forThis && words)) {
            cancelTalk(talk, speaker);
            member.hasFloor = false;
            releaseFloor(talk, agent);
        }
    }

    /** Takes the floor from whoever has it and owes no player an answer. */
    private void releaseFloor(Transcript talk, int agent) {
        for (int i = 0; i < talk.agents.size(); i++) {
            Conversation member = mConversation.get(talk.agents.get(i));
            if (!member.playerWaits || talk.agents.get(i) == agent) {
                member.hasFloor = false;
                refreshPlayerWaits(member);
            }
        }
    }

    /** Cancels the call of an agent that speaks or thinks; what it said stays, broken off. */
    private void cancelTalk(Transcript talk, int agent) {
        if (agent < 0 || talk.speaker != agent) {
            return;
        }
        Mind mind = people.mMind.get(agent);
        long ticket = talk.ticket;
        Utterance current = talk.current;
        talk.ticket = 0;
        if (ticket != 0 && mind != null && mind.ticket == ticket) {
            mind.ticket = 0;
            broker.cancel(new Ticket(ticket));
        }
        if (current != null) {
            String text = talk.whole ? talk.raw.toString() : Words.soFar(talk.raw);
            Utterance line = new Utterance(
                    current.number(),
                    current.speaker(),
                    current.serial(),
                    current.to(),
                    text,
                    clock.tick(),
                    !talk.whole);
            talk.said++;
            clearLine(talk);
            record(talk, line);
            listener.spoke(agent, line);
        }
        talk.speaker = -1;
    }

    // ---- the tick

    /** Goes on with all conversations, in the order in which they began. */
    public void process() {
        for (int i = 0; i < talks.size(); i++) {
            Transcript talk = talks.get(i);
            process(talk);
            if (i < talks.size() && talks.get(i) != talk) {
                i--; // it ended
            }
        }
    }

    /** Words, answers to players, and the end of one conversation. */
    private void process(Transcript talk) {
        if (talk.grew && talk.current != null) {
            talk.grew = false;
            grow(talk, talk.current);
        }
        for (int i = talk.agents.size() - 1; i >= 0; i--) {
            int agent = talk.agents.get(i);
            if (people.of(agent) != talk) {
                remove(talk, agent, "somebody is gone");
                return;
            }
            if (mustLeave(talk, agent)) {
                return;
            }
        }
        answerPlayers(talk);
        boolean pending = talk.speaker >= 0 && talk.ticket != 0;
        long patience = pending ? 3 * silenceTicks : silenceTicks;
        if (!talk.agents.isEmpty() && clock.tick() - talk.lastActivity > patience) {
            endSilent(talk);
        }
    }

    private void grow(Transcript talk, Utterance current) {
        String text = Words.soFar(talk.raw);
        if (text.length() > current.text().length()) {
            Utterance line = lineOf(talk, talk.speaker, current.to(), text, false);
            talk.current = line;
            talk.lastActivity = clock.tick();
            listener.speaking(talk.speaker, line, text, Words.sentenceEnd(text));
        }
    }

    /** Ends a conversation, or an agent's part in it, if it cannot go on; whether it did. */
    private boolean mustLeave(Transcript talk, int agent) {
        boolean away = people.isAway(agent);
        if (away || people.isOutOfEarshot(agent, talk)) {
            Conversation member = mConversation.get(agent);
            if (away && !member.owed.isEmpty() && member.owed.get(0).fromPlayer()) {
                sayBusy(talk, agent, member);
            }
            if (people.of(agent) == talk) {
                remove(talk, agent, away ? "somebody has to leave" : "somebody walked away");
            }
            return true;
        }
        return false;
    }

    private void answerPlayers(Transcript talk) {
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = mConversation.get(agent);
            boolean waits = member.playerWaits && talk.current == null && talk.ticket == 0;
            if (waits && clock.tick() >= member.retryAt) {
                askForPlayer(talk, agent, member);
                return; // members may have changed
            }
        }
    }

    private void endSilent(Transcript talk) {
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = mConversation.get(agent);
            if (!member.owed.isEmpty() && member.owed.get(0).fromPlayer()) {
                sayBusy(talk, agent, member);
                return;
            }
        }
        end(talk, "silence");
    }

    private void end(Transcript talk, String reason) {
        if (talk.speaker >= 0) {
            cancelTalk(talk, talk.speaker);
        }
        if (!talks.remove(talk)) {
            return; // a listener ended it before
        }
        effects.apply(talk);
        for (int i = 0; i < talk.agents.size(); i++) {
            Conversation member = mConversation.get(talk.agents.get(i));
            if (member != null && member.transcript == talk) {
                member.leave();
                member.restsUntil = clock.tick() + pauseTicks;
            }
        }
        listener.ended(talk.agents, reason);
        world.delete(talk.entity);
    }

    // ---- load

    /** A conversation appears that was loaded: what was being said is broken off. */
    public void restore(int entity) {
        Transcript talk = mTranscript.get(entity);
        if (talk.entity == entity) {
            return; // it began here
        }
        talk.entity = entity;
        talks.add(talk);
        for (int i = talk.agents.size() - 1; i >= 0; i--) {
            Conversation member = mConversation.get(talk.agents.get(i));
            if (member == null || !people.isAgent(talk.agents.get(i))) {
                talk.agents.removeIndex(i);
            } else {
                member.transcript = talk;
            }
        }
        Utterance current = talk.current;
        if (current != null) {
            talk.said++;
            talk.current = null;
            record(
                    talk,
                    new Utterance(
                            current.number(),
                            current.speaker(),
                            current.serial(),
                            current.to(),
                            current.text(),
                            current.tick(),
                            true));
        }
        talk.lastActivity = clock.tick();
        if (talk.size() < 2 || talk.agents.isEmpty()) {
            end(talk, "somebody is gone");
        }
    }

    /** An agent was loaded: a conversation that was not is over. */
    public void restoreMember(int agent) {
        Conversation member = mConversation.get(agent);
        if (member != null && member.active && member.transcript == null) {
            member.leave();
        }
    }
}
