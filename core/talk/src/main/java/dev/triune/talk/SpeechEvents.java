/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.action.Wording.Text;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.Utterance.Loudness;
import dev.triune.talk.Utterance.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the speech of agents into lines of conversations. Game thread only.
 *
 * <p>The words of a talker go to the first of these that there is: the talk in which it has the floor
 * and whose lines to it its prompt contained; the same talk beside the line that is said, if they are
 * for another member; whoever is near, if it is in no talk. Otherwise nobody hears them, which it is
 * told. Words about a plan are remarks to whoever is near.
 */
@SuppressWarnings("NullAway.Init")
final class SpeechEvents implements MindListener {
    static final Duration RETRY = Duration.ofSeconds(2);

    private TalkContext context;
    private Participants people;
    private SpokenLines lines;
    private OpenConversations open;
    private Floor floor;
    private EffectWriter effects;
    private Settlement settlement;
    private TalkJournal journal;
    private Silences silences;
    private Openings openings;
    private final Gatekeeper gate;
    private boolean started;

    /** Creates a listener that ignores everything until conversations are switched on. */
    SpeechEvents(Gatekeeper gate) {
        this.gate = gate;
    }

    void start(
            TalkContext talkContext,
            SpokenLines spokenLines,
            OpenConversations openConversations,
            Floor turns,
            EffectWriter effectWriter,
            Settlement smallTalk,
            TalkJournal talkJournal,
            Silences reasons,
            Openings firstWords) {
        openings = firstWords;
        silences = reasons;
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
        if (started && layer == Layer.TALKER && talk == null) {
            TalkState opener = people.create(agent);
            String caller = openings.asked(agent, ticket.number());
            if (people.isNameOfAgent(caller)) { // whom the words are for, unless they name another
                opener.named = caller;
                opener.namedBy = ticket.number();
            }
        }
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
            address(talk, agent, number);
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
            lines.remark(agent, gate.ofAnswer(text, ticketOf(agent)));
            return;
        }
        if (!people.mMind.has(agent)) {
            return; // another listener has removed it
        }
        long number = ticketOf(agent);
        Transcript talk = conversationFor(agent, number);
        if (talk == null) {
            int hearer = people.laterHearer(agent, number, context.tick());
            boolean held = (hearer >= 0 || people.namesAgent(agent, number))
                    && openings.hold(agent, number, text, hearer);
            if (!held) {
                speakToNobody(agent, number, text);
            }
        } else if (isSpeaker(talk, agent, number)) {
            lines.complete(talk, agent, text);
            address(talk, agent, number);
        } else if (people.member(agent).aside == number) {
            // said once it is known whether it ends the talk
            people.member(agent).asideWords = text;
        } else if (knowsWhatItOwes(people.member(agent))) { // else it is asked anew
            loseWords(agent, gate.ofAnswer(text, number).text);
        }
    }

    /** Lets an agent know, and counts, that nobody heard its words: others spoke, or nobody is there. */
    private void loseWords(int agent, String words) {
        if (!words.isEmpty()) {
            journal.unheard(agent, words);
        }
    }

    /** Returns how many lines of answers nobody heard, or not the one they were for. */
    long unheard() {
        return started ? journal.unheardLines() : 0;
    }

    /** Has the members say what they had to say to others while a player spoke. */
    void sayAsides(Transcript talk) {
        for (int agent : people.members(talk)) {
            if (people.of(agent) == talk && people.member(agent).asideEnded) {
                floor.perform(() -> sayAside(talk, agent));
            }
        }
    }

    /** Says the words of an answer beside that to a player, unless somebody speaks. */
    private void sayAside(Transcript talk, int agent) {
        TalkState member = people.member(agent);
        if (talk.current != null) {
            return; // in a later tick
        }
        long number = member.aside;
        String text = member.asideWords;
        String named = member.namedBy == number ? member.named : "";
        member.aside = 0;
        member.asideWords = "";
        member.asideEnded = false;
        long answering = talk.ticket;
        int speaker = talk.speaker;
        talk.ticket = number;
        talk.speaker = agent;
        String to = named.isEmpty()
                ? lastAskedBy(member)
                : addressee(talk, agent, named, lastAskedBy(member));
        talk.ending = member.endedBy == number;
        floor.conclude(talk, agent, to, gate.ofAnswer(text, number), false);
        talk.ending = false;
        if (people.takesPart(agent, talk)) {
            journal.ended(talk, agent, number);
        }
        if (talk.ticket == number) { // else a callback has begun another line
            talk.ticket = answering;
            talk.speaker = speaker;
        }
    }

    /** Returns whose line was the last that an answer knew of; empty if it knew of none. */
    private static String lastAskedBy(TalkState member) {
        String asker = "";
        for (Utterance line : member.owed) {
            asker = line.number() <= member.prompted ? line.speaker() : asker;
        }
        return asker;
    }

    /**
     * Lets an agent call out what it says outside of a conversation; but not what is meant for
     * somebody who has gone, or talks to others.
     */
    private void speakToNobody(int agent, long number, String text) {
        TalkState member = people.create(agent);
        String named = member.namedBy == number ? member.named : "";
        if (member.misnamedBy == number || people.namesAgent(agent, number)) {
            journal.unheardBy(
                    agent, named.isEmpty() ? context.wording().say(Text.WHOM_YOU_NAMED) : named);
            return;
        }
        Passed words = gate.ofAnswer(text, number);
        boolean heard = people.isAnyoneNear(agent);
        lines.speakOutside(agent, words, Loudness.NORMAL);
        loseWords(agent, heard ? "" : words.text);
    }

    /**
     * Has agents say the first words that nobody could listen to when they came, if that is possible in
     * time; otherwise they are told, and asked anew for words that know of it.
     */
    void sayHeldWords() {
        List<Integer> holders = openings.holders();
        for (int i = 0; i < holders.size(); i++) { // allocates nothing if there are none
            int agent = holders.get(i);
            floor.perform(() -> sayHeldWords(agent));
        }
    }

    private void sayHeldWords(int agent) {
        String text = openings.wordsOf(agent);
        long number = openings.ticketOf(agent);
        boolean over = openings.isStale(agent);
        Transcript talk = people.of(agent) == null ? conversationFor(agent, number) : null;
        if (talk == null && (sayHeldInTalk(agent, number, text) || !over)) {
            return;
        }
        openings.forget(agent);
        if (talk == null) {
            speakToNobody(agent, number, text);
            losePromise(agent, people.member(agent), number);
            return;
        }
        lines.complete(talk, agent, text);
        address(talk, agent, number);
        talk.ending = people.member(agent).endedBy == number;
        concludeLine(talk, agent, Objects.requireNonNull(talk.current).to());
        talk.ending = false;
        if (people.takesPart(agent, talk)) {
            journal.ended(talk, agent, number);
        }
        if (talk.ticket == number) { // else a callback has begun another line
            talk.ticket = 0;
            talk.speaker = -1;
        }
    }

    /**
     * Has an agent say its first words in the talk in which whom they are for is, its own or that of
     * others, once nobody speaks or waits for an answer to a player there; false if it does not.
     */
    private boolean sayHeldInTalk(int agent, long number, String text) {
        Transcript own = people.of(agent);
        int hearer = people.laterHearer(agent, number, context.tick());
        Transcript talk = hearer < 0 ? null : people.of(hearer);
        boolean joins = own == null
                && people.isFree(agent)
                && talk != null
                && talk.size() < context.config().participants();
        if (talk == null
                || !(joins || own == talk)
                || talk.current != null
                || floor.anyOwesPlayer(talk)) {
            return false;
        }
        openings.forget(agent);
        if (joins) {
            open.join(talk, agent);
        }
        TalkState member = people.member(agent);
        if (member.namedBy != number) {
            member.named = people.nameOf(hearer);
            member.namedBy = number;
        }
        member.aside = number;
        member.asideWords = text;
        member.asideEnded = true;
        sayAside(talk, agent);
        return true;
    }

    /** Addresses the current line to whom its answer named before it. */
    private void address(Transcript talk, int agent, long number) {
        TalkState member = people.member(agent);
        if (member.namedBy == number && talk.current != null) {
            lines.address(talk, agent, addressee(talk, agent, member.named, talk.current.to()));
        }
    }

    @Override
    public void addressed(int agent, Layer layer, String to) {
        if (!started || layer != Layer.TALKER || !people.isAgent(agent)) {
            return;
        }
        TalkState member = people.create(agent);
        member.named = Words.isEverybody(to) ? "" : to;
        member.namedBy = ticketOf(agent);
        Transcript talk = people.of(agent);
        if (talk == null) {
            int hearer = people.laterHearer(agent, member.namedBy, context.tick());
            openings.awaitHearer(agent, member.namedBy, member.named.isEmpty() ? -1 : hearer);
        }
        if (talk != null && talk.current != null && talk.speaker == agent) {
            String usual = talk.current.to();
            floor.perform(() -> concludeLine(talk, agent, addressee(talk, agent, to, usual)));
        }
    }

    /** Returns the request that an agent waits for; 0 if a callback has removed its mind. */
    private long ticketOf(int agent) {
        Mind mind = people.mMind.get(agent);
        return mind == null ? 0 : mind.ticket;
    }

    @Override
    public void promised(int agent, Layer layer, Ticket ticket, String later) {
        Transcript talk = conversationOf(agent, layer);
        if (talk == null && started && layer == Layer.TALKER && people.isAgent(agent)) {
            TalkState opener = people.create(agent);
            opener.later = later;
            opener.laterIn = ticket.number();
        }
        if (talk == null || !people.takesPart(agent, talk)) {
            return;
        }
        journal.promisedLater(talk, agent, ticket.number(), later);
        if (talk.ticket == ticket.number() && talk.saidBy != talk.ticket) {
            talk.order(talk.ticket, later);
        } else {
            effects.recordPromise(talk, agent, later);
        }
    }

    @Override
    public void endedTalk(int agent, Layer layer) {
        if (started && layer == Layer.TALKER && people.isAgent(agent)) {
            people.create(agent).endedBy = ticketOf(agent);
        }
    }

    @Override
    public void stepRefused(int agent, Layer layer, Step.RefusedStep step) {
        if (started && layer == Layer.TALKER && step.type().equals("to") && people.isAgent(agent)) {
            people.create(agent).misnamedBy = ticketOf(agent);
            addressed(agent, layer, step.written()); // of somebody who is not near
        }
    }

    @Override
    public void wordsDropped(int agent, Layer layer, Ticket ticket, boolean last) {
        if (conversationOf(agent, layer) != null) {
            TalkState member = people.member(agent);
            member.dropped = true;
            member.drops++;
            member.droppedForGood = last || member.drops > 1;
        }
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        if (conversationOf(agent, layer) != null && end == AnswerStatus.REJECTED) {
            people.member(agent).unusableIn = ticket.number();
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        Transcript talk = conversationOf(agent, layer);
        if (talk != null) {
            floor.perform(() -> {
                concludeIfComplete(talk, agent);
                boolean wordsToCome = talk.ticket == ticket.number() && talk.saidBy != talk.ticket;
                if (!people.takesPart(agent, talk)) {
                    return;
                }
                if (!journal.ordered(talk, agent, ticket.number(), step)) {
                    return;
                }
                if (wordsToCome) {
                    talk.order(talk.ticket, EffectWriter.words(step));
                } else {
                    effects.recordPromise(talk, agent, EffectWriter.words(step));
                }
            });
        }
    }

    @Override
    public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        gate.ended(ticket, () -> endRequest(agent, layer, ticket, outcome));
    }

    private void endRequest(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        Transcript talk = conversationOf(agent, layer);
        TalkState member = started && layer == Layer.TALKER ? people.find(agent) : null;
        if (member != null) {
            openings.ended(agent, ticket.number());
        }
        if (talk != null && people.member(agent).aside == ticket.number()) {
            TalkState aside = people.member(agent);
            aside.asideEnded = !aside.asideWords.isEmpty();
            aside.aside = aside.asideEnded ? aside.aside : 0; // else it is yet to be heard
            aside.dropped = false;
            sayAsides(talk);
        }
        if (talk != null
                && talk.ticket == ticket.number()
                && people.mMind.has(agent)) { // else it is about to leave
            floor.perform(() -> endAnswer(talk, agent, ticket, outcome));
        }
        if (member != null && !openings.holds(agent, ticket.number())) {
            losePromise(agent, member, ticket.number());
        }
    }

    /** Tells an agent that nobody heard what it promised with words that began no conversation. */
    private void losePromise(int agent, TalkState member, long number) {
        if (member.laterIn == number && !member.later.isEmpty()) {
            journal.happened(agent, context.wording().say(Text.NOT_PROMISED, member.later));
            member.later = "";
        }
    }

    private void endAnswer(Transcript talk, int agent, Ticket ticket, Outcome outcome) {
        if (!people.mMind.has(agent)) {
            return; // a callback has removed it: it leaves in the next tick
        }
        TalkState member = people.member(agent);
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            silences.answered();
        }
        boolean ends = member.endedBy == ticket.number();
        boolean dropped = member.dropped;
        member.dropped = false;
        talk.ending = ends;
        String soFar = talk.current == null ? "" : lines.soFar(talk);
        boolean said = !soFar.isEmpty();
        if (!concludeIfComplete(talk, agent) && talk.current != null && said) {
            Passed words = gate.ofAnswer(soFar, ticket.number());
            floor.conclude(talk, agent, talk.current.to(), words, true);
        }
        if (dropped) {
            journal.withdrawn(agent, ticket.number());
        } else if (people.takesPart(agent, talk)) { // else a callback has taken it out
            journal.ended(talk, agent, ticket.number());
        }
        boolean stillCurrent = member.transcript == talk && talk.ticket == ticket.number();
        if (stillCurrent) {
            talk.ticket = 0;
            talk.speaker = -1;
            lines.clear(talk);
        }
        talk.ending = false;
        talk.takeOrdered(ticket.number()); // its words will not come
        boolean wasMade = outcome.kind() != Outcome.Kind.CANCELLED
                && outcome.kind() != Outcome.Kind.SUPERSEDED;
        if (!stillCurrent || !wasMade || said || !member.part.hasFloor) {
            return;
        }
        String stopped = gate.stopped(ticket.number());
        member.failure = stopped.isEmpty()
                ? silences.ofOutcome(outcome, member.unusableIn == ticket.number())
                : Silence.of(Cause.GATE, stopped);
        if (dropped) {
            handleDroppedWords(talk, agent, member, ticket);
        } else if (ends && !member.part.playerWaits) {
            floor.remove(talk, agent, "somebody ends the talk");
        } else {
            handleSilence(talk, member, outcome.kind());
        }
    }

    /** Has the agent asked again, at once if a player waits; or excuse itself if that does not help. */
    private void handleDroppedWords(Transcript talk, int agent, TalkState member, Ticket ticket) {
        boolean last = member.droppedForGood;
        member.droppedForGood = false;
        if (last && member.refusedIn == ticket.number()) {
            dropRefusedLine(talk, agent, member);
        } else if (last) {
            floor.excuse(talk, agent);
        } else {
            member.retryAt = context.tick();
        }
    }

    /** Lets the agent be silent that may not say what it would, but not towards a player. */
    private void dropRefusedLine(Transcript talk, int agent, TalkState member) {
        member.drops = 0;
        if (OwedAnswers.includePlayer(member)) {
            floor.sayBusy(talk, agent, member.refusal);
        } else {
            floor.pass(talk, member);
        }
    }

    private void handleSilence(Transcript talk, TalkState member, Outcome.Kind outcome) {
        if (outcome == Outcome.Kind.EXPIRED && member.part.playerWaits) { // long enough
            member.failures = Floor.FAILURES;
            return;
        }
        member.failures++;
        boolean again = member.failures < Floor.FAILURES; // otherwise it says that it is busy
        long wait = again ? context.clock().ticks(RETRY) : 0;
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
        Passed words = gate.ofAnswer(text, talk.ticket);
        if (words.origin != Origin.LINE) {
            settlement.learn(talk, agent, to, text);
        }
        talk.saidBy = talk.ticket;
        floor.conclude(talk, agent, to, words, false);
    }

    /**
     * Whether an answer is the current line; that of an agent with the floor becomes it if there is
     * none, unless its prompt did not contain a line that it owes an answer: then it is asked anew.
     */
    private boolean isSpeaker(Transcript talk, int agent, long number) {
        TalkState member = people.member(agent);
        if (talk.ticket == 0 && member.part.hasFloor && knowsWhatItOwes(member)) {
            talk.ticket = number;
            talk.speaker = agent;
        }
        return talk.ticket == number;
    }

    /** Whether an agent's prompt contained all lines that it owes an answer. */
    private static boolean knowsWhatItOwes(TalkState member) {
        boolean knows = true;
        for (int i = 0; i < member.owed.size(); i++) {
            knows &= member.owed.get(i).number() <= member.prompted;
        }
        return knows;
    }

    /** Returns the conversation of an agent that speaks, beginning one if somebody is near. */
    private @Nullable Transcript conversationFor(int agent, long number) {
        Transcript present = people.of(agent);
        int hearer = present != null ? -1 : people.hearer(agent, number, context.tick());
        if (hearer < 0) {
            return present;
        }
        openings.forget(agent);
        Transcript talk = open.open();
        open.join(talk, agent);
        open.join(talk, hearer);
        people.member(agent).part.hasFloor = true;
        talk.ticket = number;
        talk.speaker = agent;
        context.listener().began(talk);
        return talk;
    }

    /**
     * Returns whom a line is for, by the name that the model gave, whoever stands near; one in earshot
     * joins the conversation.
     *
     * @param usual whom it is for if nobody is called so
     */
    private String addressee(Transcript talk, int agent, String written, String usual) {
        if (Words.isEverybody(written)) {
            return "";
        }
        String name = people.meant(agent, talk, written);
        int listener = talk.players.contains(name) ? -1 : people.listener(agent, talk, name);
        if (listener >= 0
                && people.areNear(agent, listener)
                && people.isFree(listener)
                && talk.size() < context.config().participants()) {
            open.join(talk, listener);
        }
        return name.isEmpty() ? usual : name;
    }
}
