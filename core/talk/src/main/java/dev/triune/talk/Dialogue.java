/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.AgentInspection;
import dev.triune.GameClock;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.llm.Broker;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.talk.ConversationConfig.Approach;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.Utterance.Loudness;
import dev.triune.talk.Utterance.Origin;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Manages the conversations of a world from beginning to end. Game thread only. */
final class Dialogue {
    /** The silence after which a conversation ends. */
    static final Duration SILENCE = Duration.ofSeconds(20);

    /** How long a player counts as typing after a sign of it. */
    private static final Duration TYPING = Duration.ofSeconds(20);

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    private final OpenConversations open;
    private final Floor floor;
    private final PlayerLines players;
    private final SpeechEvents speech;
    private final FillerLines fillers;
    /** The most that an agent's liking of a player changes at once. */
    private static final float MOST_FELT = 0.2f;

    private final ComponentMapper<Memory> mMemory;
    private final ComponentMapper<Journal> mJournal;
    private final Settlement settlement;
    private final Openings openings = new Openings();
    private final Gatekeeper gate;
    private final Silences silences;
    private final Forgetting forgetting;
    private final long silenceTicks;
    private final long patienceTicks;
    private final long typingTicks;
    private final long approachTicks;

    /** The ticks of the approaches within the last such time. */
    private final Deque<Long> approaches = new ArrayDeque<>();

    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    /**
     * Creates the dialogue of a world.
     *
     * @param extra further components that an agent must or must not have
     */
    Dialogue(
            GameClock clock,
            Broker broker,
            World world,
            ConversationConfig config,
            LLMSchedulerSystem scheduler,
            SpeechEvents speech,
            TalkPrompts prompts,
            Wording wording,
            Collection<String> instructions,
            Settlement smallTalk,
            Gatekeeper gatekeeper,
            Aspect.Builder extra) {
        people = new Participants(world, config, extra, clock);
        ListenerFanOut listener = new ListenerFanOut(world, config.listeners());
        context =
                new TalkContext(clock, broker, world, config, scheduler, people, listener, wording);
        TalkJournal journal = new TalkJournal(context);
        EffectWriter effects = new EffectWriter(context, journal, gatekeeper);
        faults.join(world);
        silences = new Silences(context);
        gate = gatekeeper;
        gate.start(context, wording);
        lines = new SpokenLines(context, journal, gate);
        open = new OpenConversations(context, lines, effects, silences);
        floor = new Floor(context, lines, open, journal, gate, silences, openings);
        openings.start(context);
        prompts.start(people, lines, floor, wording, gate, openings, instructions);
        forgetting = new Forgetting(context, open);
        players = new PlayerLines(context, lines, open, floor, gate, silences, journal);
        fillers = new FillerLines(context, gate);
        silenceTicks = clock.ticks(SILENCE);
        patienceTicks = clock.ticks(config.patience());
        typingTicks = clock.ticks(TYPING);
        approachTicks = clock.ticks(config.approachesPer());
        mMemory = world.getMapper(Memory.class);
        mJournal = world.getMapper(Journal.class);
        settlement = smallTalk;
        settlement.start(context, open, floor, gate, openings);
        this.speech = speech;
        speech.start(context, lines, open, floor, effects, settlement, journal, silences, openings);
    }

    boolean awaitsTalk(int agent) {
        return openings.awaitsTalk(agent);
    }

    PlayerLines players() {
        return players;
    }

    // ---- called by the game

    /** Cancels pending summaries: the world is gone. */
    void dispose() {
        open.effects.dispose();
    }

    @Nullable
    Transcript of(int agent) {
        return people.of(agent);
    }

    /** Returns what a report of a line by a player needs. */
    SpeechReport report(Utterance line) {
        String prompt = "";
        int agent = line.promptDigest().isEmpty() ? -1 : people.agentOf(line.serial());
        if (agent >= 0) {
            prompt = context.scheduler().inspect(agent).history().exchanges().stream()
                    .filter(exchange -> exchange.digest().equals(line.promptDigest()))
                    .map(AgentInspection.Exchange::prompt)
                    .findFirst()
                    .orElse("");
        }
        return new SpeechReport(line, prompt);
    }

    /** Has an agent come up to a player, and speak first in its model's words; false if it may not. */
    boolean approach(int agent, int body, String player, String reason) {
        people.requireMind(agent);
        Approach rule = context.config().approach();
        String why = Words.line(reason);
        while (!approaches.isEmpty() && context.tick() - approaches.getFirst() >= approachTicks) {
            approaches.removeFirst();
        }
        boolean may = rule != null
                && !why.isEmpty()
                && approaches.size() < context.config().approaches()
                && people.isFree(agent)
                && people.isInEarshot(agent, body)
                && faults.get("approach", rule, agent, () -> rule.may(agent, player), false)
                && people.isFree(agent);
        if (!may) {
            return false;
        }
        approaches.addLast(context.tick());
        floor.perform(() -> {
            Transcript talk = players.conversationWith(body, player, agent);
            if (people.takesPart(agent, talk)) { // else a listener has ended it
                TalkState member = people.member(agent);
                member.approach = why;
                member.approached = player;
                context.scheduler().playerInteracted(agent);
                context.scheduler().resetCooldowns(agent, Layer.TALKER);
                floor.give(talk, agent);
            }
        });
        Transcript talk = people.of(agent);
        boolean asked = talk != null
                && (talk.ticket != 0
                        || (context.scheduler().request(agent).isPresent() && talk.ticket != 0));
        if (talk != null && !asked) { // it waits for another answer, or something else comes first
            approaches.removeLast();
            end(agent, "it cannot speak first now");
        }
        return asked;
    }

    /** Returns why an agent could come up to a player; empty if there is no reason. */
    String reasonToApproach(int agent, String player) {
        people.requireMind(agent);
        Journal journal = mJournal.get(agent);
        for (Agreement promise : journal == null ? List.<Agreement>of() : journal.agreements) {
            String what = promise.what.isEmpty() ? promise.answer : promise.what;
            if (promise.own && promise.open() && promise.with.equals(player) && !what.isEmpty()) {
                return context.wording().say(Text.REASON_PROMISE, player, what);
            }
        }
        Acquaintance met = journal == null ? null : journal.acquaintance(player);
        Memory memory = mMemory.get(agent);
        Episode news = null;
        for (Episode each : memory == null ? List.<Episode>of() : memory.episodes) {
            boolean isNew = !each.about.isEmpty()
                    && !each.source.equals(player)
                    && (met == null || each.tick > met.talkedAt)
                    && (news == null || each.tick > news.tick);
            news = isNew ? each : news;
        }
        return news == null ? "" : context.wording().say(Text.REASON_NEWS, news.text);
    }

    /** Returns what the gate lets pass at once of words of an agent's model. */
    String passed(int agent, String text) {
        people.requireMind(agent);
        return gate.pass(agent, Origin.MODEL, Words.line(text)).text;
    }

    /** Takes agents out of their talks, and has the game direct them. */
    void scene(int... agents) {
        for (int agent : agents) {
            people.requireMind(agent);
        }
        for (int agent : agents) {
            end(agent, "a scene begins");
            context.scheduler().direct(agent);
        }
    }

    void endScene(int agent) {
        people.requireMind(agent);
        context.scheduler().release(agent);
    }

    /** Changes what an agent thinks of a player. */
    void feel(int agent, String player, float change) {
        people.requireMind(agent);
        Memory memory = mMemory.create(agent);
        float before =
                memory.relation(player).map((Relation known) -> known.liking).orElse(0f);
        memory.relate(player, "", before + Math.max(-MOST_FELT, Math.min(MOST_FELT, change)));
    }

    /** Removes all that is kept of a player. */
    void forgetPlayer(String player) {
        Forgetting.About about = forgetting.about(player);
        players.forgetName(player);
        floor.perform(() -> forgetting.forget(about));
        gate.met.remove(player);
        gate.remembered.clear();
    }

    /** Returns all that is kept of a player. */
    List<String> exportOf(String player) {
        return forgetting.export(player);
    }

    Silence whySilent(int agent) {
        people.requireMind(agent);
        return silences.of(agent);
    }

    /**
     * Begins a conversation in which the first agent speaks first; false if one of them cannot talk
     * now.
     */
    boolean begin(int... agents) {
        int maxParticipants = context.config().participants();
        if (agents.length < 2 || agents.length > maxParticipants) {
            throw new IllegalArgumentException("a conversation of " + agents.length
                    + " agents (expected 2 to " + maxParticipants + ")");
        }
        for (int agent : agents) {
            people.requireMind(agent);
        }
        boolean free = people.hearEachOther(agents); // first: the game's code may begin another
        for (int agent : agents) {
            free &= people.isFree(agent);
        }
        if (!free || Arrays.stream(agents).distinct().count() < agents.length) {
            return false;
        }
        floor.perform(() -> {
            Transcript talk = open.open();
            for (int agent : agents) {
                open.join(talk, agent);
            }
            context.listener().began(talk);
            floor.give(talk, agents[0]);
        });
        return people.of(agents[0]) != null; // a listener may have ended it
    }

    /** Has an agent say the game's words to another; false if it cannot be heard now. */
    boolean address(int agent, int other, String words) {
        people.requireMind(agent);
        people.requireMind(other);
        String text = Words.line(words);
        boolean hasText = !text.isEmpty() && agent != other;
        if (hasText && settlement.settle(agent, other, text)) {
            return true;
        }
        Passed passed = gate.pass(agent, Origin.GAME, hasText ? text : "");
        hasText = !passed.isEmpty();
        Transcript talk = hasText ? findOrBeginConversation(agent, other) : null;
        if (talk == null) {
            return false;
        }
        floor.perform(() -> floor.interject(talk, agent, people.nameOf(other), passed));
        return true;
    }

    /** Has an agent say the game's words to a player by name; false if it cannot now. */
    boolean address(int agent, String player, String words) {
        people.requireMind(agent);
        String text = Words.line(words);
        Transcript talk = people.of(agent);
        boolean canSpeak = talk == null
                ? people.isFree(agent)
                : talk.current == null
                        && !floor.anyOwesPlayer(talk)
                        && (talk.players.contains(player)
                                || talk.size() < context.config().participants());
        Passed passed = gate.pass(agent, Origin.GAME, canSpeak ? text : "");
        if (passed.isEmpty()) {
            return false;
        }
        floor.perform(() -> {
            Transcript joined = players.conversationWith(-1, player, agent);
            if (people.takesPart(agent, joined)) { // else a listener has ended it
                floor.interject(joined, agent, player, passed);
            }
        });
        return true;
    }

    /**
     * Returns a conversation that both agents have joined; null if one cannot speak to the other
     * now.
     */
    private @Nullable Transcript findOrBeginConversation(int agent, int other) {
        boolean near = people.hearEachOther(agent, other); // first, as above
        Transcript own = people.of(agent);
        Transcript talk = own == null ? people.of(other) : own;
        if (talk == null) {
            return begin(agent, other) ? people.of(agent) : null;
        }
        int newcomer = own == null ? agent : other;
        boolean together = people.of(agent) == people.of(other);
        boolean canJoin =
                near && talk.size() < context.config().participants() && people.isFree(newcomer);
        boolean speaksSoon = talk.ticket != 0 && talk.speaker == agent; // its words come first
        if (talk.current != null
                || speaksSoon
                || floor.anyOwesPlayer(talk)
                || !(together || canJoin)) {
            return null;
        }
        if (!together) {
            open.join(talk, newcomer);
        }
        return talk;
    }

    /** Has an agent call out something; false if it says nothing. */
    boolean bark(int agent, String words, Loudness loudness) {
        people.requireMind(agent);
        String text = Words.line(words);
        boolean speaks = !text.isEmpty() && people.isAgent(agent) && people.isAlive(agent);
        String said = new SpeakerLabels(people.nameOf(agent), List.of()).said(text, true);
        Passed passed = gate.pass(agent, Origin.BARK, speaks ? said : "");
        if (passed.isEmpty() || !people.isAgent(agent)) {
            return false;
        }
        floor.perform(() -> lines.callOut(agent, passed, loudness));
        return true;
    }

    /** Breaks off an agent's line or pending call, and passes its turn. */
    void interrupt(int agent) {
        people.requireMind(agent);
        Transcript talk = people.of(agent);
        if (talk != null) {
            floor.perform(() -> {
                floor.breakOff(talk, agent);
                if (!floor.isTaken(talk)) {
                    floor.next(talk);
                }
            });
        }
    }

    /** Ends the conversation of an agent, if it is in one. */
    void end(int agent, String reason) {
        Transcript talk = people.of(agent);
        if (talk != null) {
            floor.perform(() -> open.end(talk, reason));
        }
    }

    // ---- the world

    /** Adds the open conversations of agents among the entities, also those of this tick. */
    void addConversations(IntBag entities) {
        for (Transcript talk : open.all) {
            boolean saved = entities.contains(talk.entity);
            for (int i = 0; i < talk.agents.size() && !saved; i++) {
                saved = entities.contains(talk.agents.get(i));
                if (saved) {
                    entities.add(talk.entity);
                }
            }
        }
    }

    /** Removes a deleted entity from all conversations. */
    void forget(int entity) {
        people.without(entity, () -> {
            for (Transcript talk : open.snapshot()) {
                if (talk.agents.contains(entity)) {
                    floor.perform(() -> floor.remove(talk, entity, "somebody is gone"));
                }
            }
        });
        silences.clear(entity);
        openings.forget(entity);
    }

    /** Ends a conversation whose entity the game deletes. */
    void forgetConversation(int entity) {
        for (Transcript talk : open.snapshot()) {
            if (talk.entity == entity) {
                floor.perform(() -> open.end(talk, "it was deleted"));
            }
        }
    }

    void restore(int entity) {
        floor.perform(() -> open.restore(entity));
    }

    /** Ends a loaded agent's conversation if that was not loaded. */
    void restoreMember(int agent) {
        open.restoreMember(agent);
    }

    /** Advances all conversations, in the order in which they began. */
    void process() {
        context.listener().deliverWaiting();
        players.deliverJudged();
        gate.rememberJudged();
        speech.sayHeldWords();
        for (Transcript talk : open.snapshot()) {
            if (context.clock().ticking()) { // else the game has disposed of the world
                floor.perform(() -> process(talk));
            }
        }
    }

    /** Throws the Error that game code of this world has thrown since the last call, if any. */
    void rethrow() {
        context.listener().rethrow();
    }

    /** Advances one conversation: its speech, its answers to players, its end. */
    private void process(Transcript talk) {
        lines.reportProgress(talk);
        int[] agents = Arrays.copyOf(talk.agents.getData(), talk.agents.size());
        for (int i = agents.length - 1; i >= 0; i--) {
            if (removeIfGone(talk, agents[i])) {
                return;
            }
        }
        speech.sayAsides(talk);
        for (int agent : people.members(talk)) {
            if (isLeftOut(talk, agent)) {
                floor.remove(talk, agent, "nobody talks to it");
                return;
            }
        }
        floor.answerPlayers(talk);
        fillers.show(talk);
        boolean typed = context.tick() - talk.typedAt <= typingTicks; // false if nobody ever typed
        if (!talk.agents.isEmpty()
                && !typed
                && context.tick() - talk.lastActivity > timeoutTicks(talk)) {
            endSilent(talk);
        }
    }

    /**
     * Whether an agent owes nobody a word where a player talks with others, so that it is not asked: it
     * need not stand there until they are done.
     */
    private boolean isLeftOut(Transcript talk, int agent) {
        TalkState member = people.member(agent);
        return !talk.players.isEmpty()
                && talk.agents.size() > 1
                && talk.speaker != agent
                && !member.part.hasFloor
                && member.owed.isEmpty()
                && member.aside == 0
                && !floor.anyOwes(talk, people.serialOf(agent))
                && context.tick() - Math.max(member.waitingSince, talk.typedAt) > silenceTicks;
    }

    private long timeoutTicks(Transcript talk) {
        int asked = talk.ticket == 0 ? -1 : talk.speaker;
        for (int agent : people.members(talk)) {
            asked = asked < 0 && people.member(agent).aside != 0 ? agent : asked;
        }
        if (asked < 0) {
            return silenceTicks;
        }
        TalkState speaker = people.find(asked);
        long usual = speaker != null && speaker.part.playerWaits ? patienceTicks : 3 * silenceTicks;
        Mind mind = GameObjects.find(people.mMind, asked);
        OwnModel own = mind == null ? null : mind.ownModel;
        return own == null
                ? usual
                : Math.max(usual, context.clock().ticks(Duration.ofSeconds(own.patience)));
    }

    /**
     * Ends a conversation, or an agent's part in it, if it cannot continue; returns whether it did.
     */
    private boolean removeIfGone(Transcript talk, int agent) {
        if (people.of(agent) != talk || !people.isAgent(agent)) {
            if (open.all.contains(talk)) { // otherwise the game has ended it meanwhile
                floor.remove(talk, agent, "somebody is gone");
            }
            return true;
        }
        boolean away = people.isAway(agent);
        if (!away && !people.isOutOfEarshot(agent, talk)) {
            return false;
        }
        for (int left = talk.players.size(); left > 0 && away && people.isAlive(agent); left--) {
            floor.sayBusy(talk, agent, silences.stateOf(agent));
        }
        if (people.of(agent) == talk) {
            floor.remove(talk, agent, away ? "somebody has to leave" : "somebody walked away");
        }
        return true;
    }

    private void endSilent(Transcript talk) {
        for (int agent : people.members(talk)) {
            if (OwedAnswers.includePlayer(people.member(agent))) {
                TalkState member = people.member(agent);
                floor.sayBusy(
                        talk, agent, Silences.orElse(member.failure, Silence.of(Cause.TOO_SLOW)));
                return;
            }
        }
        open.end(talk, "silence");
    }
}
