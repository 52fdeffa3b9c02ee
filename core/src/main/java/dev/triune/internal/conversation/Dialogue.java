/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.component.Conversation;
import dev.triune.component.Transcript;
import dev.triune.conversation.ConversationConfig;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.llm.Broker;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leads the conversations of a world from their beginning to their end. Game thread only. */
public final class Dialogue {
    /** The silence after which a conversation ends. */
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    private final OpenConversations open;
    private final Floor floor;
    private final PlayerLines players;
    private final @Nullable Settlement settlement;
    private final long silenceTicks;

    /** Leads the conversations of a world; habits are null if a model is called for all talk. */
    public Dialogue(
            GameClock clock,
            Broker broker,
            World world,
            ConversationConfig config,
            LLMSchedulerSystem scheduler,
            SpeechEvents speech,
            @Nullable HabitSystem habits) {
        people = new Participants(world, config);
        ListenerFanOut listener = new ListenerFanOut(config.listeners());
        context = new TalkContext(clock, broker, world, config, scheduler, people, listener);
        EffectWriter effects = new EffectWriter(context);
        lines = new SpokenLines(context);
        open = new OpenConversations(context, lines, effects);
        floor = new Floor(context, lines, open);
        players = new PlayerLines(context, lines, open, floor);
        silenceTicks = clock.ticks(SILENCE);
        settlement = habits == null ? null : new Settlement(context, open, floor, habits.talk());
        speech.start(context, lines, open, floor, effects, settlement);
    }

    /** Returns what takes in the words of players. */
    public PlayerLines players() {
        return players;
    }

    // ---- what a game may call

    /** Returns the conversation of an agent; null if it is in none. */
    public @Nullable Transcript of(int agent) {
        return people.of(agent);
    }

    /** Begins a conversation, with the first one's turn; false if one of them cannot talk now. */
    public boolean begin(int... agents) {
        int most = context.config().participants();
        if (agents.length < 2 || agents.length > most) {
            throw new IllegalArgumentException(
                    "a conversation of " + agents.length + " agents (expected 2 to " + most + ")");
        }
        boolean free = true;
        for (int agent : agents) {
            people.requireAgent(agent);
            free &= people.isFree(agent);
        }
        if (!free || Arrays.stream(agents).distinct().count() < agents.length) {
            return false;
        }
        Transcript talk = open.open();
        for (int agent : agents) {
            open.join(talk, agent);
        }
        context.listener().began(talk);
        floor.give(talk, agents[0]);
        return true;
    }

    /** Has an agent say words of the game's to another; false if it cannot be heard now. */
    public boolean address(int agent, int other, String words) {
        people.requireAgent(agent);
        people.requireAgent(other);
        String text = Words.line(words);
        boolean said = !text.isEmpty() && agent != other;
        if (said && settlement != null && settlement.settle(agent, other, text)) {
            return true;
        }
        Transcript talk = said ? meet(agent, other) : null;
        if (talk == null) {
            return false;
        }
        floor.interject(talk, agent, people.nameOf(other), text);
        return true;
    }

    /** Returns the conversation in which one may speak to another now, joined by both, or null. */
    private @Nullable Transcript meet(int agent, int other) {
        Transcript own = people.of(agent);
        Transcript talk = own == null ? people.of(other) : own;
        if (talk == null) {
            return begin(agent, other) ? people.of(agent) : null;
        }
        int newcomer = own == null ? agent : other;
        boolean together = people.of(agent) == people.of(other);
        boolean joins = talk.size() < context.config().participants() && people.isFree(newcomer);
        if (talk.current != null || floor.anyOwesPlayer(talk) || !(together || joins)) {
            return null;
        }
        if (!together) {
            open.join(talk, newcomer);
        }
        return talk;
    }

    /** Says something that needs no answer. */
    public void bark(int agent, String words) {
        people.requireAgent(agent);
        String text = Words.line(words);
        if (!text.isEmpty()) {
            lines.speakOutside(agent, text);
        }
    }

    /** Breaks off what an agent says or thinks of saying, and passes its turn. */
    public void interrupt(int agent) {
        people.requireAgent(agent);
        Transcript talk = people.of(agent);
        if (talk != null) {
            floor.breakOff(talk, agent);
            floor.next(talk);
        }
    }

    /** Ends the conversation of an agent, if it is in one. */
    public void end(int agent, String reason) {
        Transcript talk = people.of(agent);
        if (talk != null) {
            open.end(talk, reason);
        }
    }

    // ---- the world

    /** An entity is gone from the world: it takes part in nothing any more. */
    public void forget(int entity) {
        List<Transcript> all = open.all;
        for (int i = all.size() - 1; i >= 0; i--) {
            Transcript talk = all.get(i);
            if (talk.agents.contains(entity)) {
                floor.remove(talk, entity, "somebody is gone");
            }
        }
    }

    /** Goes on with a conversation that was loaded. */
    public void restore(int entity) {
        open.restore(entity);
    }

    /** An agent was loaded: a conversation that was not is over. */
    public void restoreMember(int agent) {
        open.restoreMember(agent);
    }

    /** Goes on with all conversations, in the order in which they began. */
    public void process() {
        List<Transcript> all = open.all;
        for (int i = 0; i < all.size(); i++) {
            Transcript talk = all.get(i);
            process(talk);
            if (i < all.size() && all.get(i) != talk) {
                i--; // it ended
            }
        }
    }

    /** Words, answers to players, and the end of one conversation. */
    private void process(Transcript talk) {
        lines.show(talk);
        for (int i = talk.agents.size() - 1; i >= 0; i--) {
            int agent = talk.agents.get(i);
            if (people.of(agent) != talk) {
                floor.remove(talk, agent, "somebody is gone");
                return;
            }
            if (mustLeave(talk, agent)) {
                return;
            }
        }
        floor.answerPlayers(talk);
        boolean pending = talk.speaker >= 0 && talk.ticket != 0;
        long patience = pending ? 3 * silenceTicks : silenceTicks;
        if (!talk.agents.isEmpty() && context.tick() - talk.lastActivity > patience) {
            endSilent(talk);
        }
    }

    /** Ends a conversation, or an agent's part in it, if it cannot go on; whether it did. */
    private boolean mustLeave(Transcript talk, int agent) {
        boolean away = people.isAway(agent);
        if (!away && !people.isOutOfEarshot(agent, talk)) {
            return false;
        }
        Conversation member = people.mConversation.get(agent);
        if (away && OwedAnswers.includePlayer(member)) {
            floor.sayBusy(talk, agent, member);
        }
        if (people.of(agent) == talk) {
            floor.remove(talk, agent, away ? "somebody has to leave" : "somebody walked away");
        }
        return true;
    }

    private void endSilent(Transcript talk) {
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            Conversation member = people.mConversation.get(agent);
            if (OwedAnswers.includePlayer(member)) {
                floor.sayBusy(talk, agent, member);
                return;
            }
        }
        open.end(talk, "silence");
    }
}
