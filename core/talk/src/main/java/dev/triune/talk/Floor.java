/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;
import dev.triune.component.Layer;
import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Silence.Cause;
import dev.triune.talk.Utterance.Origin;
import java.util.ArrayDeque;
import java.util.Queue;

/** Decides whose turn it is in a conversation, and passes the turn after each line. */
final class Floor {
    /**
     * The number of consecutive failures to answer a player after which the agent says it is busy.
     */
    static final int FAILURES = 2;

    private static final int NOBODY = -1;

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    private final OpenConversations open;
    private final TalkJournal journal;
    private final Gatekeeper gate;
    private final Silences silences;
    private final Openings openings;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    /** The agents whose answers to players are requested after the operation. */
    private final Queue<Integer> answering = new ArrayDeque<>();

    Floor(
            TalkContext context,
            SpokenLines lines,
            OpenConversations open,
            TalkJournal journal,
            Gatekeeper gate,
            Silences silences,
            Openings openings) {
        this.openings = openings;
        this.silences = silences;
        this.journal = journal;
        this.gate = gate;
        this.context = context;
        this.people = context.people();
        this.lines = lines;
        this.open = open;
        faults.join(context.world());
    }

    // ---- operations

    /**
     * Performs an operation. Code of the game that could call conversations runs afterwards:
     * listeners, and what is needed to request answers to players. Calls that it makes all the same
     * meanwhile take effect, and are answered and reported with a later operation.
     */
    void perform(Runnable operation) {
        ListenerFanOut listener = context.listener();
        if (!listener.hold()) {
            operation.run();
            return;
        }
        try {
            operation.run();
        } finally {
            listener.release();
        }
        for (int left = answering.size(); left > 0 && !answering.isEmpty(); left--) {
            int agent = answering.remove();
            listener.hold();
            try {
                askForPlayer(agent);
            } finally {
                listener.release();
            }
        }
    }

    // ---- who has the floor

    boolean isTaken(Transcript talk) {
        for (int agent : people.members(talk)) {
            if (people.member(agent).part.hasFloor) {
                return true;
            }
        }
        return false;
    }

    /** Gives the floor to an agent, which answers at once if a player is waiting for it. */
    void give(Transcript talk, int agent) {
        TalkState member = people.member(agent);
        member.part.hasFloor = true;
        OwedAnswers.refreshPlayerWaits(member);
        if (!member.part.playerWaits) {
            talk.place = talk.agents.indexOf(agent);
        }
        talk.lastActivity = context.tick();
        context.scheduler().markDirty(agent);
        if (member.part.playerWaits && hasAppeared(agent)) {
            answering.add(agent);
        }
    }

    /** Whether an agent has appeared in a tick; one that has not is asked in the next. */
    private boolean hasAppeared(int agent) {
        return context.scheduler().getSubscription().getActiveEntityIds().get(agent);
    }

    /** Gives the floor to the next speaker; ends the conversation if there is none. */
    void next(Transcript talk) {
        IntBag ready = ready(talk);
        int next = ready.isEmpty() ? NOBODY : ready.get(0);
        if (next != NOBODY && !OwedAnswers.includePlayer(people.member(next))) {
            next = chosen(talk, ready);
        }
        if (next != NOBODY && people.of(next) == talk) {
            give(talk, next);
        } else if (talk.players.isEmpty()) {
            open.end(talk, "nobody has more to say");
        }
    }

    /** Returns the members that may speak, by rank, then by how long they have waited. */
    private IntBag ready(Transcript talk) {
        IntBag ready = new IntBag(4);
        for (int agent : people.members(talk)) {
            if (rank(talk, people.member(agent)) == Integer.MAX_VALUE) {
                continue;
            }
            ready.add(agent);
            for (int at = ready.size() - 1;
                    at > 0 && precedes(talk, agent, ready.get(at - 1));
                    at--) {
                ready.set(at, ready.get(at - 1));
                ready.set(at - 1, agent);
            }
        }
        return ready;
    }

    private boolean precedes(Transcript talk, int agent, int other) {
        TalkState member = people.member(agent);
        TalkState before = people.member(other);
        int difference = rank(talk, member) - rank(talk, before);
        return difference == 0 ? member.waitingSince < before.waitingSince : difference < 0;
    }

    /** Returns the game's choice among members; the first if its code does harm. */
    private int chosen(Transcript talk, IntBag ready) {
        TurnOrder order = context.config().turnOrder();
        int first = ready.get(0);
        int next = faults.get("turn order", order, first, () -> order.next(talk, ready), first);
        if (next == NOBODY || ready.contains(next)) {
            return next;
        }
        faults.reportFault(
                "turn order",
                order.getClass().getName() + " chose " + next + " (expected a member or -1)",
                next,
                null);
        return first;
    }

    /**
     * Ranks speakers: those who owe a player an answer first, then those who owe anyone else one,
     * then the rest.
     */
    private static int rank(Transcript talk, TalkState member) {
        if (!member.owed.isEmpty()) {
            return OwedAnswers.includePlayer(member) ? 0 : 1;
        }
        return member.passed || !talk.players.isEmpty() ? Integer.MAX_VALUE : 2;
    }

    /** Notes that a member has nothing to say. */
    void pass(Transcript talk, TalkState member) {
        member.passed = true;
        member.owed.clear();
        take(member);
        next(talk);
    }

    /** Breaks off an agent's line or pending call, and takes the floor from it. */
    void breakOff(Transcript talk, int agent) {
        lines.breakOff(talk, agent);
        if (people.of(agent) == talk) {
            take(people.member(agent));
        }
    }

    /** Takes the floor from a member, if it has it. */
    static void take(TalkState member) {
        member.part.hasFloor = false;
        member.part.playerWaits = false;
    }

    /** Removes an agent; the conversation ends if no agent or fewer than two members remain. */
    void remove(Transcript talk, int agent, String reason) {
        if (talk.size() <= 2 || talk.agents.size() == 1) {
            open.end(talk, reason);
            return;
        }
        lines.breakOff(talk, agent);
        open.effects.applyTo(agent, talk);
        talk.removeAgent(talk.agents.indexOf(agent));
        for (int other : people.members(talk)) {
            TalkState member = people.member(other);
            member.part.partners.removeValue(agent);
            OwedAnswers.remove(member, people.serialOf(agent));
        }
        if (people.of(agent) == talk) {
            open.leave(agent, people.member(agent), reason);
            IntBag gone = new IntBag(1);
            gone.add(agent);
            context.listener().ended(gone, reason);
        }
        if (!isTaken(talk)) {
            next(talk);
        }
    }

    // ---- answers to players

    /** Requests an answer to a player who waits, or has the agent say that it is busy. */
    private void askForPlayer(int agent) {
        Transcript talk = people.of(agent);
        if (talk == null || !people.isAgent(agent) || !people.isAlive(agent)) {
            return; // it leaves in the next tick
        }
        TalkState member = people.member(agent);
        if (!member.part.playerWaits) {
            return; // the player left
        }
        Silence state = silences.stateOf(agent);
        boolean asks = !people.isBusy(agent) && member.failures < FAILURES;
        Silence why = state.isSilent()
                ? state
                : Silences.orElse(member.failure, Silence.of(Cause.SAID_NOTHING));
        if (asks) {
            context.scheduler().resetCooldowns(agent, Layer.TALKER);
            asks = context.scheduler().canAnswer(agent);
            why = asks
                    ? Silence.of(Cause.NO_MODEL, "the broker takes no request")
                    : silences.obstacle(agent);
            if (people.of(agent) != talk || !people.isAgent(agent)) {
                return; // the game's policy has removed it
            }
        }
        if (asks && talk.ticket == 0) {
            boolean ready = context.scheduler().request(agent).isPresent();
            asks = !ready || talk.ticket != 0; // otherwise the broker takes no request
        }
        if (!asks) {
            sayBusy(talk, agent, why);
        }
    }

    /** Requests answers to players again after failed requests. */
    void answerPlayers(Transcript talk) {
        for (int agent : people.members(talk)) {
            TalkState member = people.member(agent);
            boolean waits = member.part.playerWaits && talk.current == null && talk.ticket == 0;
            if (waits && context.tick() >= member.retryAt) {
                askForPlayer(agent);
                return; // members may have changed
            }
        }
    }

    /** Has an agent tell the first player who waits that it is busy, for a reason. */
    void sayBusy(Transcript talk, int agent, Silence why) {
        if (people.of(agent) != talk || !OwedAnswers.includePlayer(people.member(agent))) {
            return; // the game has changed the conversation during the request
        }
        String player = people.member(agent).owed.get(0).speaker();
        boolean there = talk.players.contains(player);
        Passed text = busyLine(agent, there ? player : "");
        boolean waits = people.of(agent) == talk
                && people.isAgent(agent)
                && OwedAnswers.includePlayer(people.member(agent), player);
        if (!waits) {
            return; // the game has ended the wait instead
        }
        lines.breakOff(talk, agent);
        TalkState member = people.member(agent);
        member.failures = 0;
        member.failure = null;
        member.prompted = talk.said;
        silences.report(player, agent, why);
        if (text.isEmpty()) {
            OwedAnswers.removePlayer(member, player);
            take(member);
            next(talk);
        } else {
            concludeWithoutModel(talk, agent, player, text);
        }
    }

    /**
     * Has an agent say the game's line to whom it owes an answer, because its own words were not
     * true.
     */
    void excuse(Transcript talk, int agent) {
        TalkState member = people.member(agent);
        String other = member.owed.isEmpty() ? "" : member.owed.get(0).speaker();
        Passed text = gameLine("excuse", context.config().excuse(), agent, other);
        if (people.of(agent) != talk || !people.isAgent(agent)) {
            return; // the game has changed the conversation
        }
        if (text.isEmpty()) {
            sayBusy(talk, agent, Silence.of(Cause.DEED_FAILED));
            return;
        }
        lines.breakOff(talk, agent);
        silences.reportOwed(agent, member, Silence.of(Cause.DEED_FAILED));
        member.failures = 0;
        member.failure = null;
        member.prompted = talk.said;
        concludeWithoutModel(talk, agent, other, text);
    }

    /** Returns the line for a player; nothing if the player, without a name here, has left. */
    private Passed busyLine(int agent, String player) {
        return player.isEmpty()
                ? gate.pass(agent, Origin.GAME, "")
                : gameLine("busy line", context.config().busy(), agent, player);
    }

    private Passed gameLine(
            String what, ConversationConfig.BusyLine line, int agent, String other) {
        String words = faults.get(what, line, agent, () -> Words.line(line.line(agent, other)), "");
        return gate.pass(agent, Origin.GAME, words);
    }

    // ---- a line is over

    /**
     * Records and delivers an agent's line, and passes the floor; does nothing if the game's code has
     * taken the agent out of the conversation.
     */
    void conclude(Transcript talk, int agent, String named, Passed text, boolean brokenOff) {
        TalkState speaker = people.find(agent);
        if (speaker != null && OwedAnswers.includePlayer(speaker)) {
            if (text.stopped.isEmpty()) {
                silences.clear(agent);
            } else {
                silences.reportOwed(agent, speaker, Silence.of(Cause.GATE, text.stopped));
            }
        }
        concludeLine(talk, agent, named, text, brokenOff);
    }

    private void concludeLine(
            Transcript talk, int agent, String addressee, Passed text, boolean brokenOff) {
        if (!people.takesPart(agent, talk)) {
            return;
        }
        TalkState speaker = people.member(agent);
        String to = OwedAnswers.addressee(speaker, addressee);
        boolean named = !to.isEmpty() // else, in a group, all agents have their turn
                && (talk.size() == 2 || talk.ticket == 0 || speaker.namedBy == talk.ticket);
        Utterance line = lines.lineOf(talk, agent, to, text, brokenOff);
        talk.said++;
        talk.turns++;
        talk.answered = Math.max(talk.answered, speaker.prompted);
        lines.clear(talk);
        lines.record(talk, line);
        journal.answered(talk, agent, talk.ticket, line);
        talk.takeOrdered(talk.ticket)
                .forEach(what -> open.effects.recordPromise(talk, agent, what));
        for (int other : people.members(talk)) {
            TalkState member = people.member(other);
            member.part.turns = talk.turns;
            member.passed = other == agent;
            boolean asked = named && to.equals(people.nameOf(other));
            if (other != agent && !brokenOff && asked && !talk.ending) {
                OwedAnswers.add(member, line);
                openings.supersede(other);
            }
        }
        take(speaker);
        speaker.waitingSince = context.tick();
        speaker.failures = 0;
        speaker.approach = "";
        speaker.failure = null;
        speaker.drops = 0;
        OwedAnswers.settle(speaker, line);
        lines.overhear(agent, talk, line);
        context.listener().spoke(agent, line);
        if (talk.ending && !OwedAnswers.includePlayer(speaker)) {
            talk.ending = false;
            journal.ended(talk, agent, talk.ticket); // while the others are there to hear it
            remove(talk, agent, "somebody ends the talk");
        } else if ((talk.turns >= context.config().turns() || isLong(talk, speaker))
                && !anyOwesPlayer(talk)) {
            open.end(talk, "all has been said");
        } else if (!isTaken(talk)) {
            next(talk);
        }
    }

    /** Whether the next line of an agent ends the talk, as the config wants it, whatever it says. */
    boolean isLastTurn(Transcript talk, int agent) {
        int left = context.config().turns() - talk.turns;
        boolean last = left == 1 && talk.turns > 0 && talk.players.isEmpty();
        return (last || isLong(talk, people.member(agent))) && !anyOwesPlayer(talk);
    }

    private boolean isLong(Transcript talk, TalkState speaker) {
        return talk.players.isEmpty()
                && context.tick() - speaker.joinedTick
                        >= context.clock().ticks(context.config().longest());
    }

    /** As {@link #conclude}, of a line that no model wrote: listeners of minds do not know it yet. */
    void concludeWithoutModel(Transcript talk, int agent, String named, Passed text) {
        if (people.takesPart(agent, talk)) {
            lines.tellMinds(agent, text.text);
            concludeLine(talk, agent, named, text, false);
        }
    }

    /** Lets a pending call go on beside another line; its words are heard once nobody else speaks. */
    void setAside(Transcript talk) {
        TalkState member = talk.ticket == 0 ? null : people.find(talk.speaker);
        if (member != null) {
            member.aside = talk.ticket;
            talk.ticket = 0;
            talk.speaker = -1;
        }
    }

    /** Has an agent say the game's words; a speaker whose call is pending speaks afterwards. */
    void interject(Transcript talk, int agent, String to, Passed text) {
        openings.supersede(agent);
        if (talk.current == null && talk.speaker != agent) {
            setAside(talk);
        } else {
            lines.breakOff(talk, talk.speaker);
        }
        for (int member : people.members(talk)) {
            take(people.member(member));
        }
        concludeWithoutModel(talk, agent, to, text);
    }

    /** Whether a member still has to answer an agent, by its serial. */
    boolean anyOwes(Transcript talk, long serial) {
        for (int agent : people.members(talk)) {
            if (people.member(agent).owed.stream().anyMatch(line -> line.serial() == serial)) {
                return true;
            }
        }
        return false;
    }

    boolean anyOwesPlayer(Transcript talk) {
        for (int agent : people.members(talk)) {
            if (OwedAnswers.includePlayer(people.member(agent))) {
                return true;
            }
        }
        return false;
    }
}
