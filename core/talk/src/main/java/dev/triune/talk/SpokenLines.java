/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.llm.Ticket;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Utterance.Loudness;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the current line of a conversation and the lines before it. */
final class SpokenLines {
    /** The number of lines that a conversation keeps and prompts show. */
    private static final int LINES = 16;

    /** The maximum number of lines, including unanswered ones of players. */
    private static final int MAX_LINES = 64;

    /** The number of lines outside of conversations that an agent keeps for the next one. */
    private static final int CALLS_KEPT = 4;

    /** How long after such a line a conversation still begins with it. */
    static final Duration CALL_MEMORY = Duration.ofSeconds(60);

    private final TalkContext context;
    private final Participants people;
    private final long callTicks;
    private final TalkJournal journal;
    private final Gatekeeper gate;

    SpokenLines(TalkContext context, TalkJournal journal, Gatekeeper gate) {
        this.gate = gate;
        this.context = context;
        this.journal = journal;
        this.people = context.people();
        this.callTicks = context.clock().ticks(CALL_MEMORY);
    }

    // ---- the line that is being said

    /** Adds a piece to an agent's line, or begins the line with it. */
    void append(Transcript talk, int agent, String piece) {
        begin(talk, agent);
        Words.append(talk.raw, piece);
        talk.grew = true;
    }

    /** Sets the whole text of an agent's line; only its addressee may still follow. */
    void complete(Transcript talk, int agent, String text) {
        begin(talk, agent);
        talk.raw.setLength(0);
        talk.raw.append(text);
        talk.whole = true;
        talk.grew = false;
    }

    private void begin(Transcript talk, int agent) {
        if (talk.current == null) {
            talk.raw.setLength(0);
            talk.speaker = agent;
            talk.current = unfinished(talk, agent, defaultAddressee(talk, agent), "");
            gate.meet(agent, talk, gate.ofAnswer("", talk.ticket));
        }
    }

    /** Changes the addressee of the current line. */
    void address(Transcript talk, int agent, String to) {
        Utterance current = talk.current;
        if (current != null && !current.to().equals(to)) {
            talk.current = unfinished(talk, agent, to, current.text());
        }
    }

    private Utterance unfinished(Transcript talk, int agent, String to, String text) {
        return lineOf(talk, agent, to, gate.ofAnswer(text, talk.ticket), false);
    }

    Utterance lineOf(Transcript talk, int agent, String to, Passed words, boolean brokenOff) {
        return lineOf(talk.said + 1, agent, to, words, brokenOff);
    }

    private Utterance lineOf(long number, int agent, String to, Passed words, boolean brokenOff) {
        TalkState member = people.find(agent);
        boolean whispers = member != null && OwedAnswers.isWhispered(member, to);
        return new Utterance(
                number,
                people.nameOf(agent),
                people.serialOf(agent),
                to,
                words.text,
                context.tick(),
                brokenOff,
                words.origin,
                words.gestures,
                words.model,
                words.prompt,
                whispers ? Loudness.WHISPER : Loudness.NORMAL);
    }

    /**
     * Returns the addressee of an answer that names none: whom the agent owes an answer, otherwise
     * the last speaker; in a group everybody.
     */
    private String defaultAddressee(Transcript talk, int agent) {
        TalkState member = people.member(agent);
        boolean isGroup = talk.size() > 2;
        if (!member.owed.isEmpty()) {
            return member.owed.get(0).speaker();
        }
        if (!member.approach.isEmpty() && talk.players.contains(member.approached)) {
            return member.approached;
        }
        if (isGroup) {
            return "";
        }
        long serial = people.serialOf(agent);
        for (int i = talk.lines.size() - 1; i >= 0; i--) {
            if (talk.lines.get(i).serial() != serial || talk.lines.get(i).fromPlayer()) {
                return talk.lines.get(i).speaker();
            }
        }
        return member.part.partners.isEmpty() ? "" : people.nameOf(member.part.partners.get(0));
    }

    /** Notifies listeners of the text that was added since the last tick. */
    void reportProgress(Transcript talk) {
        Utterance current = talk.current;
        if (!talk.grew || current == null || !people.mMind.has(talk.speaker)) {
            return;
        }
        talk.grew = false;
        String text = soFar(talk);
        if (text.length() > current.text().length()) {
            Utterance line = unfinished(talk, talk.speaker, current.to(), text);
            talk.current = line;
            talk.lastActivity = context.tick();
            context.listener().speaking(talk.speaker, line, text, Words.sentenceEnd(text));
        }
    }

    /** Returns what the current speaker has said so far. */
    String soFar(Transcript talk) {
        return talk.raw.toString();
    }

    void clear(Transcript talk) {
        talk.current = null;
        talk.raw.setLength(0);
        talk.whole = false;
        talk.grew = false;
    }

    /** Cancels an agent's call; what it has said so far remains as a broken-off line. */
    void breakOff(Transcript talk, int agent) {
        if (agent < 0 || talk.speaker != agent) {
            return;
        }
        Mind mind = people.mMind.get(agent);
        long ticket = talk.ticket;
        Utterance current = talk.current;
        talk.ticket = 0;
        talk.takeOrdered(ticket);
        if (ticket != 0 && mind != null && mind.ticket == ticket) {
            mind.ticket = 0;
            context.broker().cancel(new Ticket(ticket));
        }
        if (current != null) {
            String text = soFar(talk);
            boolean brokenOff = !talk.whole;
            clear(talk);
            if (!text.isEmpty()) { // it has said something
                Passed words = gate.ofAnswer(text, ticket);
                Utterance line = ended(current, words, context.tick(), brokenOff);
                talk.said++;
                record(talk, line);
                context.listener().spoke(agent, line);
            }
        }
        talk.speaker = -1;
    }

    /** Breaks off the current line of a loaded conversation. */
    void breakOffLoaded(Transcript talk) {
        Utterance current = talk.current;
        talk.current = null;
        if (current != null && !current.text().isEmpty()) {
            talk.said++;
            record(talk, ended(current, gate.loaded(current), current.tick(), true));
        }
    }

    private static Utterance ended(Utterance line, Passed words, long tick, boolean brokenOff) {
        return new Utterance(
                line.number(),
                line.speaker(),
                line.serial(),
                line.to(),
                words.text,
                tick,
                brokenOff,
                words.origin,
                words.gestures,
                words.model,
                words.prompt,
                line.loudness());
    }

    // ---- previous lines

    /** Adds a line in place of the oldest one, but keeps unanswered lines of players. */
    void record(Transcript talk, Utterance line) {
        talk.lines.add(line);
        journal.said(talk, line);
        talk.lastActivity = context.tick();
        for (int i = 0; i < talk.lines.size() && talk.lines.size() > LINES; i++) {
            Utterance old = talk.lines.get(i);
            if (!old.fromPlayer() || old.number() <= talk.answered) {
                talk.lines.remove(i--);
            }
        }
        if (talk.lines.size() > MAX_LINES) {
            talk.lines.remove(0);
        }
    }

    /**
     * Has an agent call out the game's words. Its conversation contains them, or else the next one,
     * so that the agent and whoever answers know what was said.
     */
    void callOut(int agent, Passed words, Loudness loudness) {
        Utterance line = speakOutside(agent, words, loudness);
        tellMinds(agent, line.text());
        Transcript talk = people.of(agent);
        if (talk == null) {
            keep(agent, line);
        } else {
            record(talk, line);
        }
    }

    /**
     * Has an agent say a model's words about its plan, which it and whoever hears them remember.
     */
    void remark(int agent, Passed words) {
        boolean heard = people.isAnyoneNear(agent);
        Utterance line = speakOutside(agent, words, Loudness.NORMAL);
        if (line.text().isEmpty() || !people.isAgent(agent)) {
            return; // a listener has removed it
        }
        if (heard && people.of(agent) == null) {
            keep(agent, line);
        }
        if (heard) {
            journal.remarked(agent, line);
        } else {
            journal.unheard(agent, line.text());
        }
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (people.isAgent(other) && people.overhears(other, agent, line)) {
                journal.overheard(other, line);
            }
        }
    }

    /** Keeps what an agent called out for its next conversation. */
    private void keep(int agent, Utterance line) {
        List<Utterance> calledOut = people.create(agent).calledOut;
        if (calledOut.size() == CALLS_KEPT) {
            calledOut.remove(0);
        }
        calledOut.add(line);
    }

    /** Tells listeners of minds what an agent says although no model wrote it. */
    void tellMinds(int agent, String text) {
        context.listener().afterEvents(() -> context.scheduler().spokeWithoutModel(agent, text));
    }

    /** Delivers what an agent says outside of conversations. */
    Utterance speakOutside(int agent, Passed words, Loudness loudness) {
        Utterance line = lineOf(0, agent, "", words, false);
        line = loudness == Loudness.LOUD ? line.loud() : line;
        gate.meet(agent, null, words);
        overhear(agent, null, line);
        context.listener().spoke(agent, line);
        return line;
    }

    /** Lets all agents in earshot of a player, who is not in their talk, overhear and remember a loud line. */
    void overhearPlayer(int body, int addressed, Transcript talk, Utterance line) {
        Speech speech = new Speech(line.speaker(), line.text(), context.tick());
        IntBag all = people.agents();
        for (int i = 0; i < all.size(); i++) {
            int other = all.get(i);
            boolean inTalk = talk.agents.contains(other);
            boolean byEarshot = body >= 0 && context.config().earshot() != null;
            boolean near = !inTalk
                    && people.isAgent(other)
                    && (byEarshot ? people.hears(other, body) : people.areNear(other, addressed));
            Senses senses = near && people.isAlive(other) ? people.mSenses.get(other) : null;
            if (senses != null && !people.isAway(other)) {
                senses.overhear(speech);
                journal.overheard(other, line);
            }
        }
    }

    /** Begins an agent's part in a conversation with what it called out lately. */
    void recordCalls(Transcript talk, TalkState joining) {
        for (Utterance line : recentCalls(joining)) {
            int place = talk.lines.size();
            while (place > 0 && talk.lines.get(place - 1).tick() > line.tick()) {
                place--;
            }
            talk.lines.add(place, line);
        }
        joining.calledOut.clear();
    }

    /** Returns what an agent called out lately, the oldest first. */
    List<Utterance> recentCalls(TalkState member) {
        long now = context.tick();
        return member.calledOut.stream()
                .filter(line -> line.tick() <= now && now - line.tick() <= callTicks)
                .toList();
    }

    /**
     * Lets bystanders overhear a line; a loud one all in earshot, who remember it. Others are remembered
     * if the game has set so, and they state something.
     */
    void overhear(int agent, @Nullable Transcript talk, Utterance line) {
        boolean loud = line.loudness() == Loudness.LOUD;
        boolean everybody = loud && context.config().earshot() != null;
        IntBag near = everybody ? people.agents() : people.nearbyAgents(agent);
        boolean whispered = line.loudness() == Loudness.WHISPER;
        if (near == null || near.isEmpty() || line.text().isEmpty() || whispered) {
            return;
        }
        boolean remembered = loud || (context.config().overheard() > 0 && line.isStatement());
        Speech speech = new Speech(people.nameOf(agent), line.text(), context.tick());
        for (int i = 0; i < near.size(); i++) {
            int bystander = near.get(i);
            Senses senses = people.isAgent(bystander) ? people.mSenses.get(bystander) : null;
            boolean outside = talk == null || !talk.agents.contains(bystander);
            if (senses == null || !outside || bystander == agent) {
                continue;
            }
            boolean hears =
                    !everybody || (!people.isAway(bystander) && people.hears(bystander, agent));
            if (hears && people.overhears(bystander, agent, line)) {
                senses.overhear(speech);
                if (remembered) {
                    journal.overheard(bystander, line);
                }
            }
        }
    }
}
