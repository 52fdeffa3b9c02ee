/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.action.Wording.Text;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.talk.Utterance.Loudness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Delivers what players say to agents, and handles players who leave. Game thread only. */
final class PlayerLines {
    /** The maximum number of lines that wait for a verdict; further ones are not heard. */
    private static final int MOST_JUDGED = 64;

    /** A player's line that the gate judges. */
    private static final class Judged {
        final int body;
        final String player;
        final int agent;
        final long serial;
        final boolean toAll;
        final String text;
        final Loudness loudness;

        @Nullable
        CompletableFuture<Verdict> waiting;

        long deadline;

        Judged(
                int body,
                String player,
                int agent,
                long serial,
                boolean toAll,
                String text,
                Loudness loudness) {
            this.loudness = loudness;
            this.body = body;
            this.player = player;
            this.agent = agent;
            this.serial = serial;
            this.toAll = toAll;
            this.text = text;
        }
    }

    private static final Logger LOG = Logger.getLogger(PlayerLines.class.getName());

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    private final OpenConversations open;
    private final Floor floor;
    private final Gatekeeper gate;
    private final Silences silences;
    private final TalkJournal journal;

    /** The lines whose verdict is still to come, the oldest first. */
    private final List<Judged> judged = new ArrayList<>(0);

    /** The names of players by body, as they last spoke: the component may be gone first. */
    private final Map<Integer, String> names = new HashMap<>();

    private boolean namesakeSaid;

    PlayerLines(
            TalkContext context,
            SpokenLines lines,
            OpenConversations open,
            Floor floor,
            Gatekeeper gate,
            Silences silences,
            TalkJournal journal) {
        this.journal = journal;
        this.silences = silences;
        this.gate = gate;
        this.context = context;
        this.people = context.people();
        this.lines = lines;
        this.open = open;
        this.floor = floor;
    }

    /** Returns the name of a player without an entity; throws if nobody can see it. */
    String requireName(String player) {
        String name = Words.name(player);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a player without a name (expected words)");
        }
        return name;
    }

    String nameOf(int body) {
        if (!people.isPlayer(body)) {
            throw new IllegalArgumentException(
                    "entity " + body + " has no Player (expected one with Player that is there)");
        }
        return people.nameOfPlayer(body);
    }

    /**
     * Lets a player, given by body or only by name, say something to an agent; returns why no model
     * answers, if that is known at once.
     */
    Silence say(
            int body,
            String playerName,
            int agent,
            boolean toAll,
            String words,
            Loudness loudness) {
        String text = Words.line(words);
        String player = Words.name(playerName);
        if (text.isEmpty() || !people.isAgent(agent) || !people.isAlive(agent)) {
            Cause cause = !people.isAgent(agent)
                    ? Cause.NO_AGENT
                    : text.isEmpty() ? Cause.NO_WORDS : Cause.DEAD;
            return unheard(player, agent, cause, "");
        }
        if (!namesakeSaid && player.equalsIgnoreCase(people.nameOf(agent))) {
            namesakeSaid = true;
            LOG.warning("a player is called \"" + player + "\" like the agent it talks to, so that"
                    + " prompts do not tell whose lines are whose (give the player another name)."
                    + " Said once.");
        }
        String formerName = body < 0 ? null : names.put(body, player);
        if (formerName != null && !formerName.equals(player)) {
            leave(body, formerName);
        }
        boolean near = people.isInEarshot(agent, body);
        if (!near || !canJoin(player, agent)) {
            return unheard(player, agent, near ? Cause.FULL : Cause.OUT_OF_EARSHOT, "");
        }
        Judged line =
                new Judged(body, player, agent, people.serialOf(agent), toAll, text, loudness);
        Verdict verdict = gate.judge(body, player, agent, text);
        if (verdict.later == null) {
            return deliver(line, verdict);
        }
        if (judged.size() == MOST_JUDGED) {
            return unheard(player, agent, Cause.LIMITS, "too many lines wait for the gate");
        }
        line.waiting = Gatekeeper.future(verdict);
        line.deadline = gate.deadline();
        judged.add(line);
        silences.clear(agent);
        return Silence.NONE;
    }

    private Silence unheard(String player, int agent, Cause cause, String detail) {
        return silences.report(player, agent, Silence.unheard(cause, detail));
    }

    /** Delivers the lines whose verdict has come, in the order in which they were said. */
    void deliverJudged() {
        for (int left = judged.size(); left > 0 && !judged.isEmpty(); left--) {
            Judged line = judged.get(0);
            Verdict verdict =
                    line.waiting == null ? null : gate.resolved(line.waiting, line.deadline);
            if (verdict == null) {
                return;
            }
            judged.remove(0);
            Cause obstacle = obstacle(line);
            if (obstacle == Cause.NONE) {
                deliver(line, verdict);
            } else {
                unheard(line.player, line.agent, obstacle, "while the gate judged the line");
            }
        }
    }

    /** Returns why an agent no longer hears a line that it was to hear when it was said. */
    private Cause obstacle(Judged line) {
        if (!people.isAgent(line.agent) || people.serialOf(line.agent) != line.serial) {
            return Cause.NO_AGENT;
        }
        if (!people.isAlive(line.agent)) {
            return Cause.DEAD;
        }
        if (line.body >= 0 && !people.isPlayer(line.body)) {
            return Cause.PLAYER_LEFT;
        }
        if (!people.isInEarshot(line.agent, line.body)) {
            return Cause.OUT_OF_EARSHOT;
        }
        return canJoin(line.player, line.agent) ? Cause.NONE : Cause.FULL;
    }

    private Silence deliver(Judged line, Verdict verdict) {
        Passed words = gate.ofPlayer(verdict, line.text);
        if (!people.isAgent(line.agent)) { // the gate's code has removed it
            return unheard(line.player, line.agent, Cause.NO_AGENT, "");
        }
        if (words.isEmpty()) {
            return unheard(line.player, line.agent, Cause.GATE, verdict.reason);
        }
        silences.clear(line.agent);
        floor.perform(() -> deliver(line, words));
        return silences.of(line.agent);
    }

    /** Keeps an agent for a player who types: in a conversation of the two, which does not end meanwhile. */
    boolean typing(int body, String playerName, int agent) {
        String player = Words.name(playerName);
        boolean mayStay = people.isAgent(agent)
                && people.isAlive(agent)
                && !people.isAway(agent)
                && people.isInEarshot(agent, body)
                && canJoin(player, agent);
        Transcript talk = people.of(agent);
        boolean crowded = mayStay
                && talk != null
                && !talk.players.contains(player)
                && talk.size() >= context.config().participants();
        if (!mayStay || crowded) {
            return false;
        }
        if (body >= 0) {
            names.put(body, player);
        }
        floor.perform(() -> conversationWith(body, player, agent).typedAt = context.tick());
        return people.of(agent) != null; // a listener may have ended it
    }

    /** Whether a player can talk with an agent: its conversation has room, or nobody waits there. */
    private boolean canJoin(String player, int agent) {
        Transcript talk = people.of(agent);
        return talk == null
                || talk.players.contains(player)
                || talk.size() < context.config().participants()
                || !OwedAnswers.includePlayer(people.member(agent));
    }

    private void deliver(Judged said, Passed words) {
        int agent = said.agent;
        String player = said.player;
        boolean toAll = said.toAll;
        Transcript talk = conversationWith(said.body, player, agent);
        yieldTo(talk, agent, player);
        String to = toAll ? "" : people.nameOf(agent);
        Utterance line = new Utterance(
                ++talk.said,
                player,
                0,
                to,
                words.text,
                context.tick(),
                false,
                words.origin,
                List.of(),
                "",
                "",
                said.loudness);
        lines.record(talk, line);
        if (said.loudness == Loudness.LOUD) {
            lines.overhearPlayer(said.body, agent, talk, line);
        }
        talk.turns = 0;
        for (int other : people.members(talk)) {
            TalkState member = people.member(other);
            member.passed = false;
            if (toAll || other == agent) {
                OwedAnswers.add(member, line);
                context.scheduler().playerInteracted(other);
            }
        }
        if (!floor.isTaken(talk)) {
            floor.give(talk, agent);
        }
    }

    /** Returns a conversation that the player and the agent have joined. */
    Transcript conversationWith(int body, String player, int agent) {
        Transcript talk = people.of(agent);
        boolean alreadyJoined = talk != null && talk.players.contains(player);
        if (talk != null && !alreadyJoined && talk.size() >= context.config().participants()) {
            floor.remove(talk, agent, "a player speaks");
            talk = null;
        }
        boolean isNew = talk == null;
        if (talk == null) {
            talk = open.open();
            open.join(talk, agent);
        }
        if (!alreadyJoined) {
            talk.players.add(player);
        }
        if (body >= 0 && !talk.bodies.contains(body)) {
            talk.bodies.add(body);
        }
        if (isNew) {
            context.listener().began(talk);
        }
        return talk;
    }

    /**
     * Breaks off a line that is not for another player, because this player speaks; the call of an
     * agent that is not spoken to goes on.
     */
    private void yieldTo(Transcript talk, int agent, String player) {
        boolean hasWords = talk.current != null;
        if (talk.ticket != 0 || hasWords) {
            TalkState member = people.find(talk.speaker);
            boolean answersPlayer = member != null && member.part.playerWaits;
            boolean answersThisPlayer = hasWords
                    && member != null
                    && answersPlayer
                    && member.owed.get(0).speaker().equals(player);
            if (answersPlayer && !answersThisPlayer) {
                return;
            }
            if (hasWords || talk.speaker == agent || member == null) {
                floor.breakOff(talk, talk.speaker);
            } else { // it goes on beside the answer to the player
                floor.setAside(talk);
                Floor.take(member);
            }
        }
        for (int other : people.members(talk)) {
            TalkState member = people.member(other);
            if (!member.part.playerWaits || other == agent) {
                Floor.take(member);
            }
        }
    }

    /** Removes a player's entity from conversations, under the name under which it joined them. */
    void leave(int body) {
        String player = names.get(body);
        if (player != null || people.isPlayer(body)) {
            leave(body, player == null ? people.nameOfPlayer(body) : player);
        }
    }

    /** Removes a player who leaves; a line addressed to the player is broken off. */
    void leave(int body, String playerName) {
        String player = Words.name(playerName);
        judged.removeIf(line -> {
            boolean leaves = line.player.equals(player) && (body < 0 || line.body == body);
            if (leaves) {
                silences.report(player, line.agent, Silence.of(Cause.PLAYER_LEFT));
            }
            return leaves;
        });
        for (Transcript talk : open.snapshot()) {
            if (talk.players.contains(player) && (body < 0 || talk.bodies.contains(body))) {
                floor.perform(() -> remove(talk, body, player));
            }
        }
    }

    /** Notes the name of a player's body, which may take part in a loaded conversation. */
    void notice(int body) {
        names.putIfAbsent(body, people.nameOfPlayer(body));
    }

    /** Removes a player whose body, or its component, was removed from the world. */
    void forget(int body) {
        String player = names.remove(body);
        if (player != null) {
            leave(body, player);
        }
    }

    /** Takes a player out of all conversations, and forgets the name of the player's bodies. */
    void forgetName(String player) {
        names.values().removeIf(player::equals);
        leave(-1, player);
    }

    /** Removes one body of a player's name, or all; the name goes with the last body. */
    private void remove(Transcript talk, int body, String player) {
        boolean othersStay = false;
        for (int i = talk.bodies.size() - 1; i >= 0; i--) {
            int each = talk.bodies.get(i);
            boolean same = each == body || player.equals(names.get(each));
            if (same && (body < 0 || each == body)) {
                talk.bodies.removeIndex(i);
            } else {
                othersStay |= same;
            }
        }
        if (othersStay) {
            return;
        }
        if (context.config().noticesLeaving()) {
            journal.left(talk, player, context.wording().say(Text.WALKED_OFF, player));
        }
        if (talk.current != null && talk.current.to().equals(player)) {
            lines.breakOff(talk, talk.speaker);
        }
        talk.players.remove(player);
        for (int agent : people.members(talk)) {
            TalkState member = people.member(agent);
            if (OwedAnswers.includePlayer(member, player)) {
                silences.report(player, agent, Silence.of(Cause.PLAYER_LEFT));
            }
            boolean owed = OwedAnswers.removePlayer(member, player);
            if (owed && member.part.hasFloor && member.owed.isEmpty()) {
                floor.breakOff(talk, agent);
            }
        }
        if (talk.size() < 2) {
            open.end(talk, player + " left");
        } else if (!floor.isTaken(talk)) {
            floor.next(talk);
        }
    }
}
