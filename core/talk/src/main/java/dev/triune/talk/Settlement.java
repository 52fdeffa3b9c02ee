/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.TurnSource;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Memory;
import dev.triune.component.Memory.Relation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Tier;
import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Utterance.Origin;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settles small talk by rules: a conversation of two that no player hears and that brings nothing
 * new begins and ends in one tick, with the effects of any other. It settles nothing without
 * {@link SettlementRules}. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // set when the world is built
final class Settlement implements TurnSource {
    /** An agent with an opinion below this quarrels. */
    private static final float QUARREL = -0.2f;

    private TalkContext context;
    private Participants people;
    private OpenConversations open;
    private Floor floor;
    private Gatekeeper gate;
    private Openings openings;
    private final GameFaults faults = new GameFaults(SettlementRules.class);
    private @Nullable SettlementRules rules;
    private long pauseTicks;
    private long attentionTicks;
    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Journal> mJournal;
    private EntitySubscription personas;
    private EntitySubscription players;

    private long settledTalks;
    private long repeatedLines;

    void start(
            TalkContext talkContext,
            OpenConversations openConversations,
            Floor turns,
            Gatekeeper gatekeeper,
            Openings firstWords) {
        gate = gatekeeper;
        openings = firstWords;
        context = talkContext;
        faults.join(context.world());
        people = context.people();
        open = openConversations;
        floor = turns;
        pauseTicks = context.clock().ticks(context.config().pause());
        attentionTicks = context.clock().ticks(Mind.PLAYER_ATTENTION);
        mMind = context.world().getMapper(Mind.class);
        mMemory = context.world().getMapper(Memory.class);
        mJournal = context.world().getMapper(Journal.class);
        var subscriptions = context.world().getAspectSubscriptionManager();
        personas = subscriptions.get(Aspect.all(Mind.class, Persona.class));
        players = subscriptions.get(Aspect.all(Player.class));
    }

    /** Sets the rules, once. */
    void rules(SettlementRules value) {
        if (rules != null) {
            throw new IllegalStateException("other rules settle talk already (set them once)");
        }
        rules = new GuardedRules(Objects.requireNonNull(value, "rules"), faults);
    }

    // ---- counting

    @Override
    public long settledTalks() {
        return settledTalks;
    }

    @Override
    public long settledTalks(int agent) {
        TalkState state = people.find(agent);
        return state == null ? 0 : state.settledTalks;
    }

    @Override
    public long repeatedLines() {
        return repeatedLines;
    }

    private void count(int agent) {
        TalkState state = people.find(agent);
        if (state != null) {
            state.settledTalks++;
        }
    }

    // ---- settling

    @Override
    public boolean hasCompany(int agent) {
        if (openings.holds(agent)) {
            return false;
        }
        IntBag near = people.nearbyAgents(agent);
        String caller = people.callerOf(agent, context.tick());
        boolean asks = rules == null || !caller.isEmpty() || openings.asks(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            boolean free = rules == null ? people.isFree(other) : people.isFreeForSmallTalk(other);
            boolean called = !caller.isEmpty() && caller.equals(people.nameOf(other));
            boolean mayBegin = called
                    ? !openings.areEnough(agent, caller)
                    : !people.eitherRests(agent, other, context.tick())
                            && (!asks || openings.mayMeet(agent, other)); // rules wait for none
            if (free && other != agent && mayBegin) {
                return true;
            }
        }
        // somebody beyond the minds, such as a bell, or a player without a body
        return !caller.isEmpty() && !people.isNameOfAgent(caller);
    }

    /** Settles the talk of an agent with a free neighbour; false if rules cannot. */
    @Override
    public boolean settle(int agent) {
        if (isHeld(agent)) {
            return true;
        }
        SettlementRules by = rules;
        IntBag near = by == null ? null : people.nearbyAgents(agent);
        if (by == null || near == null || !people.isFreeForSmallTalk(agent)) {
            return false;
        }
        boolean observed = isObserved(by, agent);
        int partner = -1;
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            boolean canMeet = other != agent
                    && people.isFreeForSmallTalk(other)
                    && !people.eitherRests(agent, other, context.tick());
            boolean settles = canMeet && !observed && canSettle(by, agent, other);
            if (canMeet && !settles && openings.mayMeet(agent, other)) {
                return false; // with news to tell, a model is called
            }
            partner = settles && partner < 0 ? other : partner;
        }
        int chosen = partner;
        if (chosen >= 0 && areFree(agent, chosen)) {
            floor.perform(() -> settleByRules(by, agent, chosen, ""));
        }
        return true;
    }

    /**
     * Whether somebody near is about to begin a conversation, for whom the agent is held a moment:
     * of two that meet, one opens.
     */
    private boolean isHeld(int agent) {
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            if (near.get(i) != agent
                    && openings.isAsking(near.get(i))
                    && people.areNear(near.get(i), agent)
                    && !people.eitherRests(agent, near.get(i), context.tick())) {
                return true;
            }
        }
        return false;
    }

    /** Settles the talk that follows one agent's words to another; false if rules cannot. */
    boolean settle(int agent, int other, String words) {
        SettlementRules by = rules;
        if (by == null
                || !areFree(agent, other)
                || isObserved(by, agent)
                || !canSettle(by, agent, other)) {
            return false;
        }
        floor.perform(() -> settleByRules(by, agent, other, words));
        return true;
    }

    private boolean canSettle(SettlementRules by, int agent, int other) {
        return !isObserved(by, other)
                && areFree(agent, other)
                && !dislikes(agent, other)
                && !dislikes(other, agent)
                && (!mayAsk(agent) || isSmallTalk(by, agent, other))
                && areFree(agent, other); // also after the game's rules were called
    }

    /** Whether an agent may call a model, apart from attention and failures. */
    private boolean mayAsk(int agent) {
        Mind mind = mMind.get(agent);
        return mind != null && mind.usesModel && mind.tier == Tier.FULL;
    }

    private boolean areFree(int agent, int other) {
        return people.isFreeForSmallTalk(agent) && people.isFreeForSmallTalk(other);
    }

    private void settleByRules(SettlementRules by, int agent, int other, String words) {
        Transcript talk = open.open();
        talk.settled = true;
        open.join(talk, agent);
        open.join(talk, other);
        settledTalks++;
        count(agent);
        count(other);
        context.listener().began(talk);
        boolean told = tell(by, talk, agent, other, words);
        boolean answered = tell(by, talk, other, agent, "");
        if (!told && !answered) {
            sayBark(by, talk, agent, other, true);
        } else if (!words.isEmpty()) {
            sayBark(by, talk, other, agent, false);
        }
        open.end(talk, "settled by rules");
    }

    /** Has an agent say words, or else its news; false if there is nothing to say. */
    private boolean tell(SettlementRules by, Transcript talk, int agent, int other, String words) {
        String news = words.isEmpty() && !mayAsk(agent) ? by.news(agent, other) : words;
        String line = words.isEmpty() ? Words.line(news) : words;
        Passed passed = gate.pass(agent, words.isEmpty() ? Origin.RULE : Origin.GAME, line);
        if (!passed.isEmpty() && people.of(agent) == talk && people.of(other) == talk) {
            floor.concludeWithoutModel(talk, agent, people.nameOf(other), passed);
            return true;
        }
        return false;
    }

    /** Has an agent say a learned line, unless someone in earshot heard one recently. */
    private void sayBark(
            SettlementRules by, Transcript talk, int agent, int other, boolean opening) {
        IntBag near = people.nearbyAgents(agent);
        boolean quiet = mayBark(by, agent) && mayBark(by, other);
        for (int i = 0; near != null && i < near.size(); i++) {
            quiet &= mayBark(by, near.get(i));
        }
        String line = quiet ? by.line(agent, opening) : null;
        if (line == null || people.of(agent) != talk || people.of(other) != talk) {
            return; // nothing fits, or the rules have ended their talk
        }
        repeatedLines++;
        recordBark(agent);
        recordBark(other);
        for (int i = 0; near != null && i < near.size(); i++) {
            recordBark(near.get(i));
        }
        String to = people.nameOf(other);
        String text = line.replace(SettlementRules.PARTNER, to)
                .replace(SettlementRules.SELF, people.nameOf(agent));
        Passed passed = gate.pass(agent, Origin.HABIT, text);
        if (!passed.isEmpty() && people.of(agent) == talk && people.of(other) == talk) {
            floor.concludeWithoutModel(talk, agent, to, passed);
        }
    }

    private boolean mayBark(SettlementRules by, int agent) {
        TalkState state = people.find(agent);
        return state == null || context.tick() - state.barkAt >= by.interval();
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
    private boolean isObserved(SettlementRules by, int agent) {
        if (isWatched(by, agent)) {
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
            if (people.isAgent(other) && (isWatched(by, other) || talksWithPlayer(other))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a player watches an agent, or has interacted with it recently; also if the game's code
     * has removed its mind meanwhile.
     */
    private boolean isWatched(SettlementRules by, int agent) {
        Mind mind = mMind.get(agent);
        return mind == null
                || context.tick() - mind.lastPlayerInteraction <= attentionTicks
                || by.isWatched(agent);
    }

    private boolean talksWithPlayer(int agent) {
        Transcript talk = people.of(agent);
        return talk != null && !talk.players.isEmpty();
    }

    // ---- what is new

    private boolean isSmallTalk(SettlementRules by, int one, int other) {
        TalkState state = people.find(one);
        long until = state == null ? Mind.NEVER : state.part.restsUntil(other);
        long lastTalkTick = until - pauseTicks;
        Memory memory = mMemory.get(one);
        Memory otherMemory = mMemory.get(other);
        return !isPromised(one, people.nameOf(other), lastTalkTick)
                && !isPromised(other, people.nameOf(one), lastTalkTick)
                && !hasFactUnknownTo(memory, otherMemory)
                && !hasFactUnknownTo(otherMemory, memory)
                && !by.hasNews(one, other)
                && areFree(one, other) // also after the game's rules were called
                && !by.explores(one, other, until);
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

    /** Whether an agent still waits for what another has promised since they last talked. */
    private boolean isPromised(int agent, String name, long lastTalkTick) {
        Journal journal = mJournal.get(agent);
        for (int i = 0; journal != null && i < journal.agreements.size(); i++) {
            Agreement known = journal.agreements.get(i);
            if (known.madeAt >= lastTalkTick
                    && !known.own
                    && known.open()
                    && known.with.equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasFactUnknownTo(@Nullable Memory memory, @Nullable Memory other) {
        return memory != null && memory.hasFactUnknownTo(other);
    }

    // ---- learning

    /** Learns a line between two agents, unless a player takes part or it names a third. */
    void learn(Transcript talk, int agent, String to, String words) {
        boolean plain = talk.players.isEmpty() && !words.isEmpty() && words.indexOf('<') < 0;
        if (rules != null && plain) {
            String own = withSlot(words, people.nameOf(agent), SettlementRules.SELF);
            String line = to.isEmpty() ? own : withSlot(own, to, SettlementRules.PARTNER);
            if (!namesSomebody(line, mMemory.get(agent))) {
                rules.learn(agent, talk.said == 0, line);
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
