/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.utils.IntBag;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Player;
import dev.triune.internal.check.SetupPhase;
import dev.triune.internal.check.WorldThread;
import dev.triune.internal.inject.GameObjects;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import dev.triune.system.SavedState;
import dev.triune.system.SavedState.SaveUpgrade;
import dev.triune.talk.Utterance.Loudness;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Leads the conversations of a world: among agents, and with players. An object of the game, which
 * gives it to the plugin and calls it; Artemis also fills it in as a field of the game's own systems:
 *
 * <pre>{@code
 * Conversations talk = new Conversations(new ConversationConfig());
 * new MindPlugin(broker, actions).with(talk);
 *
 * talk.say(player, baker, "Do you have bread?"); // the player pressed Enter
 * talk.leave(player);                            // the player walked away
 * }</pre>
 *
 * <p>Agents begin conversations themselves when their talker speaks to somebody near ({@code
 * Senses.nearby}), take turns, and end after a number of turns, in silence, or when somebody has to
 * leave. Answers arrive word by word at a {@link ConversationListener}. Every method returns at
 * once, and throws an {@link IllegalStateException} after the world was disposed of, or on another
 * thread than that of the world. Game thread only.
 */
public final class Conversations extends BaseSystem implements MindModule, SavedState {
    private final ConversationConfig config;
    private final Gatekeeper gate = new Gatekeeper();
    private final SpeechEvents speech = new SpeechEvents(gate);
    private final TalkPrompts prompts = new TalkPrompts();
    private final Settlement settlement = new Settlement();
    private final IntBag appeared = new IntBag();
    private final WorldThread thread = new WorldThread();
    private final SetupPhase setup = new SetupPhase("these Conversations serve");
    private @Nullable MindContext minds;
    private @Nullable Dialogue dialogue;

    /** Creates conversations with default settings. */
    public Conversations() {
        this(new ConversationConfig());
    }

    /** Creates conversations with settings, which do not change once a world is built. */
    public Conversations(ConversationConfig config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    @Override
    public void install(MindContext context) {
        setup.allowUse();
        setup.end();
        config.markBuilt(context.tenant());
        minds = context;
        context.beforeThinking(this);
        context.listener(speech);
        context.speech(gate);
        context.prompts(prompts);
        context.scheduler().turns(settlement);
        context.kinds().forEach(kind -> kind.config().streamSpeech(true));
    }

    /**
     * Has rules settle talk of two agents without a model: if no player hears them, neither dislikes
     * the other, no promise is due, and neither has news for the other. For modules, which call it
     * when their system is initialized; small talk of {@code triune-habits} does.
     *
     * @throws IllegalStateException if there are rules already
     */
    public void settleBy(SettlementRules rules) {
        settlement.rules(rules);
    }

    // ---- players

    /**
     * Says something to an agent as a player. The agent answers as soon as a model can, or at once
     * with the {@linkplain ConversationConfig#busy busy line} if it is in danger, starving, asleep,
     * held or deferred. The current line of agents to each other, or of the agent to this player,
     * is broken off. An agent that is deleted in the same tick still counts as there; the line is
     * then lost with it.
     *
     * @param player an entity with {@link Player}
     * @param text the words, which are cut off at a limit; data for the model, never an instruction
     * @return {@link Silence#NONE} if a model is asked, or will be; otherwise why not. It is not
     *     {@linkplain Silence#heard heard} if no character of the text is visible, the gate stops it,
     *     the agent is dead, deleted, no agent, left out by the plugin's aspect or out of {@linkplain
     *     ConversationConfig#earshot earshot} of the player's entity, or its conversation is full
     *     and a player already waits there for its answer, which it would otherwise not give
     * @throws IllegalArgumentException if there is no such player
     */
    public Silence say(int player, int agent, String text) {
        return say(player, agent, text, Loudness.NORMAL);
    }

    /**
     * Says something to an agent as a player without an entity; see {@link #say(int, int, String)}.
     */
    public Silence say(String player, int agent, String text) {
        return say(player, agent, text, Loudness.NORMAL);
    }

    /** Says something as a player to all in the conversation of an agent; each of them answers. */
    public Silence sayToAll(int player, int agent, String text) {
        return players().say(player, players().nameOf(player), agent, true, text, Loudness.NORMAL);
    }

    /** Says something to all in the conversation of an agent, as a player without an entity. */
    public Silence sayToAll(String player, int agent, String text) {
        return players().say(-1, players().requireName(player), agent, true, text, Loudness.NORMAL);
    }

    /**
     * Says something to an agent as a player, in a whisper, which only the agent hears and answers in a
     * whisper, or so loud that all agents in earshot of the player's entity overhear and remember it
     * (without an earshot or an entity, those near the agent); otherwise as {@link #say(int, int, String)}.
     */
    public Silence say(int player, int agent, String text, Loudness loudness) {
        return players().say(player, players().nameOf(player), agent, false, text, loudness);
    }

    /** Says something as a player without an entity; see {@link #say(int, int, String, Loudness)}. */
    public Silence say(String player, int agent, String text, Loudness loudness) {
        return players().say(-1, players().requireName(player), agent, false, text, loudness);
    }

    /**
     * Keeps an agent for a player who is typing, to be called with each key: the two are in a conversation,
     * in which nobody else begins to talk with the agent, and which does not end in silence for 20 s of game
     * time. The agent goes on with what it does: let it stand while {@link
     * dev.triune.component.Conversation#active}.
     *
     * @return false if the agent cannot talk with the player now, or its conversation is full
     */
    public boolean typing(int player, int agent) {
        return players().typing(player, players().nameOf(player), agent);
    }

    /** Keeps an agent for a player without an entity who is typing. */
    public boolean typing(String player, int agent) {
        return players().typing(-1, players().requireName(player), agent);
    }

    /**
     * Takes a player out of its conversations, if it is in any; lines to that player are broken
     * off.
     */
    public void leave(int player) {
        players().leave(player);
    }

    /** Takes a player without an entity out of its conversations. */
    public void leave(String player) {
        players().leave(-1, players().requireName(player));
    }

    /**
     * Returns why the last line of a player to an agent got no answer of a model; {@link Silence#NONE}
     * if it got one, may still get one, or no player has spoken to the agent. Each such line is also
     * logged, by this class's logger, without its words.
     *
     * @throws IllegalArgumentException if it is no agent
     */
    public Silence whySilent(int agent) {
        return dialogue().whySilent(agent);
    }

    /**
     * Returns how many lines of models nobody heard since the world was built: because nobody was
     * there, the one they were for had gone, or others spoke meanwhile. Their speakers are told.
     */
    public long unheard() {
        return speech.unheard();
    }

    /**
     * Returns what a player's report of a line needs: the line with its origin and model, and its
     * prompt, if the speaker is recorded, or the digest of the prompt.
     */
    public SpeechReport report(Utterance line) {
        return dialogue().report(Objects.requireNonNull(line, "line"));
    }

    /**
     * Forgets a player, who first leaves all conversations: everything that names, comes from or quotes
     * the player goes from memories, journals, conversations, what agents lately heard, called out or
     * were asked, goals, plans, learned habits and lines, and records of exchanges; open requests are
     * cancelled. Later saves do not have it. What stays: the game's own components, such as the player's
     * body with its name; earlier saves and tapes; and what a model has put into other words.
     *
     * @param player the name under which the player spoke
     */
    public void forget(String player) {
        dialogue().forgetPlayer(players().requireName(player));
    }

    /** Forgets the player of a body; see {@link #forget(String)}. */
    public void forget(int player) {
        dialogue().forgetPlayer(players().nameOf(player));
    }

    /**
     * Returns what {@link #forget(String)} would remove, one text each with the place where it is, for
     * a player who asks.
     */
    public List<String> exportOf(String player) {
        return dialogue().exportOf(players().requireName(player));
    }

    private PlayerLines players() {
        return dialogue().players();
    }

    // ---- agents

    /**
     * Begins a conversation among agents; the first one speaks first. The pause after an earlier
     * conversation does not matter.
     *
     * @return false if one of them talks already, sleeps, is dead, left out by the plugin's aspect,
     *     in danger or in critical need, or hears none of the others by the game's {@linkplain
     *     ConversationConfig#earshot earshot}
     * @throws IllegalArgumentException if there are too few or too many entities, or one is no
     *     agent
     */
    public boolean begin(int... agents) {
        return dialogue().begin(agents);
    }

    /**
     * Has an agent say the game's words to another agent at once, in their conversation or in a new
     * one. If one of them talks already, the other joins that conversation. The pause after an
     * earlier conversation does not matter.
     *
     * @return false if this is not possible now: the text is blank, the two are in different
     *     conversations, theirs is full, somebody speaks there or owes a player an answer, or one
     *     of the two cannot talk (see {@link #begin})
     * @throws IllegalArgumentException if one is no agent
     */
    public boolean address(int agent, int other, String text) {
        return dialogue().address(agent, other, text);
    }

    /**
     * Has an agent say the game's words to a player at once, who may {@link #say} something in
     * return: in the agent's conversation, which the player joins, or in a new one.
     *
     * @param player the name under which the player speaks
     * @return false if this is not possible now: the text is blank, the agent cannot talk (see
     *     {@link #begin}), or its conversation is full, or somebody speaks there or owes a player an
     *     answer
     * @throws IllegalArgumentException if it is no agent, or the player has no name
     */
    public boolean address(int agent, String player, String text) {
        return dialogue().address(agent, players().requireName(player), text);
    }

    /**
     * Has an agent speak first to a player near it, in words of its model, which is told why. It comes
     * first if your game has it come. What it says is in its transcript and journal, so that it knows that it
     * did.
     *
     * @param reason why, in words, such as {@code you promised Robin bread}
     * @return false if it may not now: by {@link ConversationConfig#approaches} or their number, because
     *     it is not free, or the player is out of earshot
     * @throws IllegalArgumentException if it is no agent, or there is no such player
     */
    public boolean approach(int agent, int player, String reason) {
        return dialogue().approach(agent, player, players().nameOf(player), reason);
    }

    /**
     * Returns a reason why an agent could {@linkplain #approach approach} a player, in the words of its
     * prompt: what it promised the player and has not done, else the newest fact ({@link
     * dev.triune.component.Episode#about}) that it learned since the two last talked; empty if there is
     * none. Other reasons, such as a danger, are the game's to give.
     *
     * @throws IllegalArgumentException if it is no agent, or the player has no name
     */
    public String reasonToApproach(int agent, String player) {
        return dialogue().reasonToApproach(agent, players().requireName(player));
    }

    /** Has an agent speak first to a player without an entity; see {@link #approach(int, int, String)}. */
    public boolean approach(int agent, String player, String reason) {
        return dialogue().approach(agent, -1, players().requireName(player), reason);
    }

    /**
     * Changes what an agent thinks of a player, by -0.2 to 0.2: by a judgement of the game, or the runner of
     * an action, such as {@code feel}, that its model orders. Nothing else does.
     */
    public void feel(int agent, String player, float change) {
        dialogue().feel(agent, players().requireName(player), change);
    }

    /**
     * Whether an agent is about to speak to somebody near, or somebody near to it: a model writes the first
     * words of their conversation, for at most 20 s of game time, and after it nobody of them waits so for a
     * minute. A runner that walks may stand still meanwhile, so that they are heard; reflexes are checked
     * when this begins, and when the answer ends.
     */
    public boolean awaitsTalk(int agent) {
        return dialogue().awaitsTalk(agent);
    }

    /**
     * Has an agent say something at once that needs no answer; those nearby overhear it. Its
     * conversation, or one that begins within a minute, contains the line.
     *
     * @return false if nothing is said: the text is blank, or the agent is dead or left out by the
     *     plugin's aspect
     * @throws IllegalArgumentException if it is no agent
     */
    public boolean bark(int agent, String text) {
        return dialogue().bark(agent, text, Loudness.NORMAL);
    }

    /**
     * Has an agent call out something, if {@link Loudness#LOUD} so that all agents in earshot overhear and
     * remember it; otherwise as {@link #bark(int, String)}.
     *
     * @throws IllegalArgumentException if it is no agent, or for a whisper, which nobody would hear
     */
    public boolean bark(int agent, String text, Loudness loudness) {
        if (loudness == Loudness.WHISPER) {
            throw new IllegalArgumentException(
                    "bark in a " + loudness + " (expected NORMAL or LOUD)");
        }
        return dialogue().bark(agent, text, loudness);
    }

    /**
     * Breaks off an agent's line, or the request for it. Words that were said stay in the
     * transcript.
     */
    public void interrupt(int agent) {
        dialogue().interrupt(agent);
    }

    /**
     * Begins a scene of the game: the agents leave their talks, give up their plans, and neither minds nor
     * reflexes act until {@link #endScene}; they carry out orders of the game, and may {@link #bark}. Saved
     * with the agents.
     *
     * @throws IllegalArgumentException if one is no agent, or has not appeared in a tick
     */
    public void scene(int... agents) {
        dialogue().scene(agents);
    }

    /** Ends a scene for agents, which think again. */
    public void endScene(int... agents) {
        for (int agent : agents) {
            dialogue().endScene(agent);
        }
    }

    /**
     * Returns what the gate lets pass of words of an agent's model that the game shows elsewhere, such as a
     * thought, a goal or a text that it writes on a sign; empty if it stops them, or its verdict is to come.
     */
    public String passed(int agent, String text) {
        return dialogue().passed(agent, text);
    }

    /** Ends the conversation of an agent for all who take part; does nothing if there is none. */
    public void end(int agent) {
        dialogue().end(agent, "the game ended it");
    }

    /** Returns the conversation of an agent, to be read until it ends; null if there is none. */
    public @Nullable Transcript transcript(int agent) {
        return dialogue().of(agent);
    }

    private Dialogue dialogue() {
        thread.check("Conversations");
        if (dialogue == null) {
            throw new IllegalStateException(
                    "these conversations serve no world (call after a world is built and before"
                            + " it is disposed of)");
        }
        return dialogue;
    }

    // ---- saves

    @Override
    public String stateName() {
        return "talk";
    }

    /** Returns who has heard words of a model, each on a line of its own. */
    @Override
    public String writeState() {
        return String.join("\n", gate.met);
    }

    @Override
    public void readState(String text) {
        gate.met.clear();
        text.lines().map(Words::name).filter(name -> !name.isEmpty()).forEach(gate.met::add);
    }

    @Override
    public void addSavedEntities(IntBag entities) {
        if (dialogue != null) {
            dialogue.addConversations(entities);
        }
    }

    @Override
    public void upgrade(SaveUpgrade save) {
        save.renamed("dev.triune.component.Transcript", Transcript.class);
        save.moved(
                Conversation.class,
                TalkState.class,
                "passed",
                "near",
                "waitingSince",
                "prompted",
                "failures",
                "passedOver",
                "retryAt",
                "owed",
                "barkAt");
    }

    // ---- the world

    @Override
    protected void initialize() {
        MindContext context = minds;
        if (context == null) {
            throw new IllegalStateException("conversations as a system of the world alone"
                    + " (add them to the minds with MindPlugin.with)");
        }
        config.gameObjects().forEach(each -> GameObjects.inject(world, each));
        Dialogue leading = new Dialogue(
                context.clock(),
                context.broker(),
                world,
                config,
                context.scheduler(),
                speech,
                prompts,
                context.kinds().get(0).config().catalog().wording(),
                context.kinds().stream()
                        .map(kind -> kind.config().catalog().instructions(AnswerForm.TALK))
                        .distinct()
                        .toList(),
                settlement,
                gate,
                context.agents());
        dialogue = leading;
        GameObjects.subscribe(
                world, Aspect.all(Mind.class, Conversation.class), appeared::add, leading::forget);
        PlayerLines players = leading.players();
        GameObjects.subscribe(world, Aspect.all(Player.class), players::notice, players::forget);
        GameObjects.subscribe(
                world, Aspect.all(Transcript.class), leading::restore, leading::forgetConversation);
    }

    @Override
    protected void processSystem() {
        thread.ticks();
        Dialogue current = dialogue;
        if (current == null) {
            return; // the game disposed of the world earlier in this tick
        }
        for (int i = 0; i < appeared.size(); i++) {
            current.restoreMember(appeared.get(i));
        }
        appeared.setSize(0);
        current.process();
    }

    @Override
    protected void end() {
        if (dialogue != null) {
            dialogue.rethrow();
        }
    }

    /** Cancels pending summaries. */
    @Override
    protected void dispose() {
        if (dialogue != null) {
            dialogue.dispose();
            dialogue = null;
        }
    }
}
