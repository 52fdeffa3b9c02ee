/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.action.Step;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.system.LLMSchedulerSystem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is said and agreed into the journals of those who say and hear it, as soon as it is
 * said: what is not written down is not done, or done twice. Game thread only.
 */
final class TalkJournal {
    private static final String OVERHEARD = "overheard";

    private final GameClock clock;

    /** The number of overheard lines that a memory keeps. */
    private final int overheard;

    private final Participants people;
    private final LLMSchedulerSystem scheduler;
    private final Wording wording;
    private final ComponentMapper<Journal> mJournal;
    private final ComponentMapper<BehaviorQueue> mQueue;
    private final ComponentMapper<Persona> mPersona;
    private final ComponentMapper<Memory> mMemory;

    /** The lines of answers that nobody heard, or not the one they were for. */
    private long unheardLines;

    TalkJournal(TalkContext context) {
        this.clock = context.clock();
        this.overheard = Math.max(ConversationConfig.LOUD_KEPT, context.config().overheard());
        this.people = context.people();
        this.scheduler = context.scheduler();
        this.wording = context.wording();
        this.mJournal = context.world().getMapper(Journal.class);
        this.mQueue = context.world().getMapper(BehaviorQueue.class);
        this.mMemory = context.world().getMapper(Memory.class);
        this.mPersona = context.world().getMapper(Persona.class);
    }

    // ---- lines

    /** Writes down a line that was said in a conversation. */
    void said(Transcript talk, Utterance line) {
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            if (!people.isAgent(agent)) {
                continue;
            }
            boolean own = !line.fromPlayer() && people.serialOf(agent) == line.serial();
            boolean heard = !own && (line.to().isEmpty() || line.to().equals(people.nameOf(agent)));
            if (heard) {
                note(talk, agent, line.speaker(), false, line);
                learnWhatWasKept(talk, agent, line);
            } else if (own && !line.to().isEmpty()) {
                saidTo(talk, agent, line);
            } else if (own) {
                noteToAll(talk, agent, line);
            }
        }
    }

    /** Writes down a line to somebody, who may be near without taking part, or gone. */
    private void saidTo(Transcript talk, int agent, Utterance line) {
        if (!people.isHeardBy(agent, talk, line.to())) {
            unheardBy(agent, line.to());
            return;
        }
        note(talk, agent, line.to(), true, line);
        int other = people.listener(agent, talk, line.to());
        if (other >= 0 && people.of(other) != talk) {
            note(talk, other, line.speaker(), false, line);
        }
    }

    /** Lets an agent know which of a speaker's promises are kept: whoever kept one tells it. */
    private void learnWhatWasKept(Transcript talk, int agent, Utterance line) {
        int speaker = line.fromPlayer() ? -1 : named(talk.agents, line.speaker());
        Journal told = mJournal.get(agent);
        Journal own = speaker < 0 ? null : mJournal.get(speaker);
        if (told == null || own == null) {
            return;
        }
        for (Agreement known : told.agreements) {
            Agreement theirs = !known.own && known.with.equals(line.speaker()) && known.open()
                    ? own.agreement(known.theirs)
                    : null;
            if (theirs != null && theirs.state == State.DONE) {
                known.settle(State.DONE, "", line.tick());
            }
        }
    }

    /** Remembers a line that was not for an agent, in place of the oldest such if there are many. */
    void overheard(int agent, Utterance line) {
        Memory memory = mMemory.get(agent);
        if (memory == null) {
            return;
        }
        int oldest = -1;
        int known = 0;
        boolean again = false;
        for (int i = 0; i < memory.episodes.size(); i++) {
            Episode each = memory.episodes.get(i);
            if (each.kind.equals(OVERHEARD)) {
                known++;
                again |= each.text.equals(line.text());
                oldest = oldest < 0 || each.tick < memory.episodes.get(oldest).tick ? i : oldest;
            }
        }
        if (known >= overheard && !again) {
            memory.episodes.remove(oldest);
        }
        memory.remember(new Episode(line.text(), OVERHEARD, 0.3f, line.tick(), line.speaker()));
    }

    /** Writes down what an agent said about its plan, among what it did about it. */
    void remarked(int agent, Utterance line) {
        mJournal.create(agent)
                .happened(wording.say(Text.SAID_ALOUD, '"' + line.text() + '"'), "", line.tick());
    }

    /** Writes down, and counts, that nobody heard an agent's words. */
    void unheard(int agent, String words) {
        unheardLines += people.isAgent(agent) ? 1 : 0;
        happened(agent, wording.say(Text.NOBODY_HEARD, '"' + words + '"'));
    }

    /** Writes down, and counts, that somebody did not hear an agent's words. */
    void unheardBy(int agent, String name) {
        unheardLines++;
        happened(agent, wording.say(Text.NOT_HEARD, name));
    }

    long unheardLines() {
        return unheardLines;
    }

    /** Writes down what happened to an agent, which its prompts then show with its time. */
    void happened(int agent, String words) {
        if (people.isAgent(agent)) {
            mJournal.create(agent).happened(words, "", clock.tick());
        }
    }

    /** Writes down that a player left those who talked with it. */
    void left(Transcript talk, String player, String words) {
        for (int agent : people.members(talk)) {
            boolean talked = people.heard(agent, talk).stream()
                    .anyMatch(line -> line.speaker().equals(player));
            if (talked) {
                mJournal.create(agent).happened(words, "", clock.tick());
            }
        }
    }

    private void noteToAll(Transcript talk, int agent, Utterance line) {
        for (int i = 0; i < talk.agents.size(); i++) {
            if (talk.agents.get(i) != agent) {
                note(talk, agent, people.nameOf(talk.agents.get(i)), true, line);
            }
        }
        talk.players.forEach(player -> note(talk, agent, player, true, line));
    }

    private void note(Transcript talk, int agent, String with, boolean own, Utterance line) {
        Acquaintance met = mJournal.create(agent).meet(with, line.tick());
        String role = roleOf(talk, with);
        met.role = role.isEmpty() ? met.role : role;
        met.add(own, line.text(), line.tick()).brokenOff = line.brokenOff();
    }

    private String roleOf(Transcript talk, String name) {
        int member = named(talk.agents, name);
        Persona persona = member < 0 ? null : mPersona.get(member);
        for (int i = 0; i < talk.bodies.size() && persona == null; i++) {
            int body = talk.bodies.get(i);
            boolean same = people.isPlayer(body) && people.nameOfPlayer(body).equals(name);
            persona = same ? mPersona.get(body) : null;
        }
        return persona == null ? "" : persona.role;
    }

    // ---- agreements

    /**
     * Writes down a step that an agent orders with an answer, before or after its words, if it was
     * asked for; returns whether it was. What it does of its own accord is no agreement.
     */
    @SuppressWarnings("ReferenceEquality") // two steps may say the same
    boolean ordered(Transcript talk, int agent, long ticket, Step step) {
        Agreement agreement = agreementOf(talk, agent, ticket, step);
        QueuedStep found = null;
        BehaviorQueue queue = mQueue.get(agent);
        for (QueuedStep queued : queue == null ? List.<QueuedStep>of() : queue.steps) {
            found = queued.step == step && queued.agreement == 0 ? queued : found;
        }
        if (agreement == null) {
            TalkState member = people.member(agent);
            if (member.unaskedIn != ticket) {
                member.unasked.clear();
                member.unaskedIn = ticket;
            }
            if (found != null) {
                member.unasked.add(found); // as many as an answer may have
            }
            return false;
        }
        agreement.add(EffectWriter.words(step));
        if (found != null) {
            found.agreement = agreement.number;
        }
        return true;
    }

    /**
     * Writes down what an agent promises with an answer to do afterwards: an agreement of its own,
     * which no step of this answer settles.
     */
    void promisedLater(Transcript talk, int agent, long ticket, String words) {
        TalkState member = people.member(agent);
        Agreement known = known(agent, words);
        Agreement made = known == null ? begun(talk, agent, ticket, words, null) : known;
        if (made != null) {
            member.laterAgreement = made.number;
            member.laterIn = ticket;
        } else {
            happened(agent, wording.say(Text.NOT_PROMISED, words));
        }
    }

    /** Returns the open agreement that an agent promises again, by its number or its words. */
    private @Nullable Agreement known(int agent, String words) {
        Journal journal = mJournal.get(agent);
        for (Agreement each : journal == null ? List.<Agreement>of() : journal.agreements) {
            boolean same = each.what.equals(words) || words.equals(Integer.toString(each.number));
            if (same && each.own && each.open() && !each.ordered) {
                return each;
            }
        }
        return null;
    }

    /** Notes that an answer's words were said: they are the answer to what was agreed. */
    void answered(Transcript talk, int agent, long ticket, Utterance line) {
        TalkState member = people.member(agent);
        member.spokenIn = ticket;
        if (!member.later.isEmpty() && member.laterIn == ticket && ticket != 0) {
            promisedLater(talk, agent, ticket, member.later);
        }
        member.later = "";
        undertake(talk, agent, ticket, line);
        for (Agreement agreement : agreementsOf(agent, ticket)) {
            if (!agreement.answer.isEmpty()) {
                continue;
            }
            agreement.answer(line.text());
            if (!line.to().isEmpty() && !line.to().equals(agreement.with)) {
                askedBy(agreement, lastToldBy(line.to(), talk, agent));
                agreement.with = line.to();
            }
        }
    }

    /** Makes an agreement of what the agent ordered before it said that it would do it. */
    private void undertake(Transcript talk, int agent, long ticket, Utterance line) {
        TalkState member = people.member(agent);
        List<QueuedStep> ordered =
                member.unaskedIn == ticket ? List.copyOf(member.unasked) : List.of();
        for (QueuedStep queued : ordered) {
            Agreement made = Requests.announces(line.text(), queued.step, line.to())
                    ? agreementOf(talk, agent, ticket, queued.step)
                    : null;
            if (made == null) {
                continue;
            }
            made.add(EffectWriter.words(queued.step));
            talk.order(ticket, EffectWriter.words(queued.step));
            queued.agreement = made.number;
            if (queued.finished()) { // before the words
                made.stepsLeft--;
                made.settle(queued, clock.tick());
            }
        }
        member.unasked.clear();
    }

    /** Returns what was agreed in the answer to a request: its steps, and what is to follow. */
    private List<Agreement> agreementsOf(int agent, long ticket) {
        TalkState member = people.member(agent);
        Journal journal = mJournal.get(agent);
        List<Agreement> agreements = new ArrayList<>(2);
        Agreement steps = journal != null && member.agreedIn == ticket && ticket != 0
                ? journal.agreement(member.agreement)
                : null;
        Agreement later = journal != null && member.laterIn == ticket && ticket != 0
                ? journal.agreement(member.laterAgreement)
                : null;
        if (steps != null) {
            agreements.add(steps);
        }
        if (later != null) {
            agreements.add(later);
        }
        return agreements;
    }

    /** Notes that an answer ended: the other knows from its words what was agreed. */
    void ended(Transcript talk, int agent, long ticket) {
        for (Agreement agreement : agreementsOf(agent, ticket)) {
            if (!agreement.answer.isEmpty()) {
                noteDue(agent, agreement);
                int other = people.listener(agent, talk, agreement.with);
                tell(other, people.nameOf(agent), agreement);
            }
        }
    }

    /** Strikes out what an answer agreed to, because its words were dropped before anybody heard. */
    void withdrawn(int agent, long ticket) {
        Journal journal = mJournal.get(agent);
        if (journal != null) {
            journal.agreements.removeAll(agreementsOf(agent, ticket));
        }
    }

    /** Writes down a promise in words, unless it is part of what was agreed already. */
    void promised(IntBag agents, String from, String to, String what) {
        int agent = named(agents, from);
        if (agent < 0) {
            return;
        }
        Journal journal = mJournal.create(agent);
        for (Agreement known : journal.agreements) {
            boolean same = known.own
                    && known.with.equals(to)
                    && (known.answer.contains(what) || known.what.contains(what));
            if (same) {
                return;
            }
        }
        Agreement agreement = journal.agree(to, true, "", what, "", clock.tick());
        noteDue(agent, agreement);
        tell(named(agents, to), from, agreement);
    }

    private void noteDue(int agent, Agreement agreement) {
        if (people.isAgent(agent)) { // else a callback has removed it
            scheduler.promised(agent, agreement);
        }
    }

    /** Writes an agreement into the journal of the other agent, if there is one. */
    private void tell(int other, String from, Agreement agreement) {
        if (other < 0) {
            return;
        }
        Journal journal = mJournal.create(other);
        for (Agreement known : journal.agreements) {
            if (!known.own && known.with.equals(from) && known.theirs == agreement.number) {
                return;
            }
        }
        String what = agreement.ordered ? "" : agreement.what; // steps are not heard
        Agreement told = journal.agree(
                from, false, agreement.request, agreement.answer, what, agreement.madeAt);
        told.theirs = agreement.number;
        told.askedAt = agreement.askedAt;
        if (agreement.state == State.DONE) { // at once, before the other's eyes
            told.settle(State.DONE, "", agreement.settledAt);
        }
    }

    private int named(IntBag agents, String name) {
        for (int i = 0; i < agents.size(); i++) {
            int agent = agents.get(i);
            if (people.isAgent(agent) && people.nameOf(agent).equals(name)) {
                return agent;
            }
        }
        return -1;
    }

    /**
     * Returns the agreement of an answer, begun if there is none and a step was asked for; null if
     * it was not.
     */
    private @Nullable Agreement agreementOf(Transcript talk, int agent, long ticket, Step step) {
        TalkState member = people.member(agent);
        Journal journal = mJournal.create(agent);
        Agreement made = member.agreedIn == ticket ? journal.agreement(member.agreement) : null;
        if (made != null) {
            return made;
        }
        made = begun(talk, agent, ticket, "", step);
        if (made != null) {
            member.agreement = made.number;
            member.agreedIn = ticket;
        }
        return made;
    }

    /**
     * Begins an agreement with whom an answer is for; null if nobody was answered, or did not ask
     * for the step.
     *
     * @param step the first step; null if words are promised
     */
    private @Nullable Agreement begun(
            Transcript talk, int agent, long ticket, String what, @Nullable Step step) {
        TalkState member = people.member(agent);
        Journal journal = mJournal.create(agent);
        Mind mind = people.mMind.get(agent);
        List<Utterance> heard = people.heard(agent, talk);
        Utterance own = member.spokenIn == ticket ? last(heard, mind.serial, null) : null;
        String named = own != null
                ? own.to()
                : member.namedBy == ticket ? people.meant(agent, talk, member.named) : "";
        String whom = named;
        if (own == null && named.isEmpty() && !member.owed.isEmpty()) {
            whom = member.owed.get(0).speaker();
        }
        Utterance asked = lastToldBy(whom, talk, agent);
        String with = named;
        if (with.isEmpty()) {
            with = asked == null ? firstOther(talk, agent) : asked.speaker();
        }
        if (with.isEmpty() || (own == null && !people.isHeardBy(agent, talk, with))) {
            return null;
        }
        boolean undertakes = step == null
                || (asked != null && Requests.asks(asked, step))
                || (own != null && asked != null && Requests.announces(own.text(), step, with));
        if (!undertakes) {
            return null;
        }
        Agreement made =
                journal.agree(with, true, "", own == null ? "" : own.text(), what, clock.tick());
        askedBy(made, asked);
        return made;
    }

    private static void askedBy(Agreement agreement, @Nullable Utterance line) {
        agreement.asked(line == null ? "" : line.text(), line == null ? Mind.NEVER : line.tick());
    }

    /**
     * Returns the last line of somebody that an agent's prompt showed; of nobody in particular, the last
     * that was for the agent. Null if there is none.
     */
    private @Nullable Utterance lastToldBy(String name, Transcript talk, int agent) {
        long prompted = people.member(agent).prompted; // an answer knows no later ones
        String own = people.nameOf(agent);
        List<Utterance> shown = people.heard(agent, talk).stream()
                .filter(line -> line.number() <= prompted && !line.speaker().equals(own))
                .filter(line ->
                        !name.isEmpty() || line.to().isEmpty() || line.to().equals(own))
                .toList();
        return last(shown, -1, name.isEmpty() ? null : name);
    }

    /** Returns the name of another member of a conversation; empty if there is none. */
    private String firstOther(Transcript talk, int agent) {
        for (int i = 0; i < talk.agents.size(); i++) {
            if (talk.agents.get(i) != agent) {
                return people.nameOf(talk.agents.get(i));
            }
        }
        return talk.players.isEmpty() ? "" : talk.players.get(0);
    }

    /**
     * Returns the last line of a speaker by serial, or of one by name, or else of anybody who is not
     * the agent; null if there is none.
     */
    private static @Nullable Utterance last(
            List<Utterance> lines, long serial, @Nullable String speaker) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            Utterance line = lines.get(i);
            boolean found = serial >= 0
                    ? line.serial() == serial && !line.fromPlayer()
                    : speaker == null || line.speaker().equals(speaker);
            if (found) {
                return line;
            }
        }
        return null;
    }
}
