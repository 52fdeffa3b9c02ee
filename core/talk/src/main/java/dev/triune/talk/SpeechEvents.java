/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import org.jspecify.annotations.Nullable;

/** Turns the speech of agents into lines of conversations. Game thread only. */
@SuppressWarnings("NullAway.Init")
final class SpeechEvents implements MindListener {
    private static final int RETRY_SECONDS = 2;

    private TalkContext context;
    private Participants people;
    private SpokenLines lines;
    private OpenConversations open;
    private Floor floor;
    private EffectWriter effects;
    private Settlement settlement;
    private TalkJournal journal;
    private boolean started;

    /** Creates a listener that ignores everything until conversations are switched on. */
    public SpeechEvents() {}

    void start(
            TalkContext talkContext,
            SpokenLines spokenLines,
            OpenConversations openConversations,
            Floor turns,
            EffectWriter effectWriter,
            Settlement smallTalk,
            TalkJournal talkJournal) {
        journal = talkJournal;
        context = talkContext;
        people = talkContext.people();
        lines = spokenLines;
        open = openConversations;
        floor = turns;
        effects = effectWriter;
        settlement = smallTalk;
        started = true;
    }

    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        Transcript talk = conversationOf(agent, layer);
        if (talk != null && people.member(agent).part.hasFloor) {
            boolean again = talk.ticket != 0 && talk.speaker == agent;
            talk.ticket = ticket.number();
            talk.speaker = agent;
            talk.lastActivity = context.tick();
            if (!again) {
                context.listener().thinking(agent);
            }
        }
    }

    private @Nullable Transcript conversationOf(int agent, Layer layer) {
        return started && layer == Layer.TALKER ? people.of(agent) : null;
    }

    @Override
    public void speaking(int agent, Layer layer, Ticket ticket, String piece) {
        if (started && layer == Layer.TALKER) {
            floor.perform(() -> append(agent, ticket.number(), piece));
        }
    }

    private void append(int agent, long number, String piece) {
        TalkState member = people.create(agent);
        if (member.unheard == number) {
            return; // nobody heard its first words: the whole line follows
        }
        Transcript talk = conversationFor(agent, number);
        if (talk == null || !isSpeaker(talk, agent, number)) {
            member.unheard = number;
        } else if (!talk.whole) {
            lines.append(talk, agent, piece);
        }
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        if (started) {
            floor.perform(() -> complete(agent, layer, text));
        }
    }

    private void complete(int agent, Layer layer, String text) {
        if (layer != Layer.TALKER) { // remarks about a plan need no answer
            lines.speakOutside(agent, text);
            return;
        }
        long number = people.mMind.get(agent).ticket;
        Transcript talk = conversationFor(agent, number);
        if (talk == null) {
            lines.speakOutside(agent, text);
        } else if (isSpeaker(talk, agent, number)) {
            lines.complete(talk, agent, text);
        }
    }

    @Override
    public void addressed(int agent, Layer layer, String to) {
        Transcript talk = conversationOf(agent, layer);
        if (talk != null && talk.current != null && talk.speaker == agent) {
            floor.perform(() -> concludeLine(talk, agent, addressee(talk, agent, to)));
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        Transcript talk = conversationOf(agent, layer);
        if (talk != null) {
            floor.perform(() -> {
                concludeIfComplete(talk, agent);
                if (people.takesPart(agent, talk)) {
                    effects.recordPromise(talk, agent, step);
                    journal.ordered(talk, agent, ticket.number(), step);
                }
            });
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        Transcript talk = conversationOf(agent, layer);
        if (talk != null
                && talk.ticket == ticket.number()
                && people.mMind.has(agent)) { // else it is about to leave
            floor.perform(() -> endAnswer(talk, agent, ticket, outcome));
        }
    }

    private void endAnswer(Transcript talk, int agent, Ticket ticket, Outcome outcome) {
        TalkState member = people.member(agent);
        String soFar = talk.current == null ? "" : lines.soFar(talk);
        boolean said = !soFar.isEmpty();
        if (!concludeIfComplete(talk, agent) && talk.current != null && said) {
            floor.conclude(talk, agent, talk.current.to(), soFar, true);
        }
        if (people.takesPart(agent, talk)) { // else a callback has taken it out
            journal.ended(talk, agent, ticket.number());
        }
        boolean stillCurrent = member.transcript == talk && talk.ticket == ticket.number();
        if (stillCurrent) {
            talk.ticket = 0;
            talk.speaker = -1;
            lines.clear(talk);
        }
        boolean wasMade = outcome.kind() != Outcome.Kind.CANCELLED
                && outcome.kind() != Outcome.Kind.SUPERSEDED;
        if (stillCurrent && wasMade && !said && member.part.hasFloor) {
            handleSilence(talk, member, outcome.kind());
        }
    }

    private void handleSilence(Transcript talk, TalkState member, Outcome.Kind outcome) {
        if (outcome == Outcome.Kind.EXPIRED && member.part.playerWaits) { // long enough
            member.failures = Floor.FAILURES;
            return;
        }
        member.failures++;
        boolean again = member.failures < Floor.FAILURES; // otherwise it says that it is busy
        long wait = again ? (long) RETRY_SECONDS * context.clock().ticksPerSecond() : 0;
        member.retryAt = context.tick() + wait;
        if (outcome == Outcome.Kind.ANSWERED && !member.part.playerWaits) {
            floor.pass(talk, member);
        }
    }

    private boolean concludeIfComplete(Transcript talk, int agent) {
        if (talk.current == null || !talk.whole || talk.speaker != agent) {
            return false;
        }
        concludeLine(talk, agent, talk.current.to());
        return true;
    }

    private void concludeLine(Transcript talk, int agent, String to) {
        String text = talk.raw.toString();
        settlement.learn(talk, agent, to, text);
        floor.conclude(talk, agent, to, text, false);
    }

    /**
     * Whether an answer is the current line; that of an agent with the floor becomes it if there is
     * none.
     */
    private boolean isSpeaker(Transcript talk, int agent, long number) {
        if (talk.ticket == 0 && people.member(agent).part.hasFloor) {
            talk.ticket = number;
            talk.speaker = agent;
        }
        return talk.ticket == number;
    }

    /** Returns the conversation of an agent that speaks, beginning one if somebody is near. */
    private @Nullable Transcript conversationFor(int agent, long number) {
        Transcript present = people.of(agent);
        IntBag near = people.nearbyAgents(agent);
        if (present != null || near == null || !people.isFree(agent)) {
            return present;
        }
        long tick = context.tick();
        for (int i = 0; i < near.size(); i++) {
            int other = near.get(i);
            if (other != agent && people.isFree(other) && !people.eitherRests(agent, other, tick)) {
                Transcript talk = open.open();
                open.join(talk, agent);
                open.join(talk, other);
                people.member(agent).part.hasFloor = true;
                talk.ticket = number;
                talk.speaker = agent;
                context.listener().began(talk);
                return talk;
            }
        }
        return null;
    }

    /** Finds the addressee that a model named; one in earshot joins the conversation. */
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
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (talk.size() < context.config().participants()
                    && people.isFree(other)
                    && Words.isNameOf(written, people.nameOf(other))) {
                open.join(talk, other);
                return people.nameOf(other);
            }
        }
        return talk.current == null ? "" : talk.current.to();
    }
}
