/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Transcript;
import dev.triune.component.Utterance;
import dev.triune.conversation.ConversationConfig;
import dev.triune.internal.inject.GameFaults;
import java.util.ArrayDeque;
import java.util.Queue;

/** Decides whose turn it is in a conversation, and passes the turn after each line. */
final class Floor {
    /**
     * The number of consecutive failures to answer a player after which the agent says it is busy.
     */
    static final int FAILURES = 2;

    private final TalkContext context;
    private final Participants people;
    private final SpokenLines lines;
    private final OpenConversations open;
    private final ComponentMapper<Conversation> mConversation;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    /** The agents whose answers to players are requested after the operation. */
    private final Queue<Integer> answering = new ArrayDeque<>();

    Floor(TalkContext context, SpokenLines lines, OpenConversations open) {
        this.context = context;
        this.people = context.people();
        this.lines = lines;
        this.open = open;
        this.mConversation = people.mConversation;
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
            if (mConversation.get(agent).hasFloor) {
                return true;
            }
        }
        return false;
    }

    /** Gives the floor to an agent, which answers at once if a player is waiting for it. */
    void give(Transcript talk, int agent) {
        Conversation member = mConversation.get(agent);
        member.hasFloor = true;
        OwedAnswers.refreshPlayerWaits(member);
        talk.lastActivity = context.tick();
        context.scheduler().markDirty(agent);
        if (member.playerWaits && hasAppeared(agent)) {
            answering.add(agent);
        }
    }

    /** Whether an agent has appeared in a tick; one that has not is asked in the next. */
    private boolean hasAppeared(int agent) {
        return context.scheduler().getSubscription().getActiveEntityIds().get(agent);
    }

    /** Gives the floor to the next speaker; ends the conversation if there is none. */
    void next(Transcript talk) {
        int next = -1;
        int best = Integer.MAX_VALUE;
        for (int agent : people.members(talk)) {
            Conversation member = mConversation.get(agent);
            int rank = rank(talk, member);
            boolean first = rank < best
                    || (rank == best
                            && next >= 0
                            && member.waitingSince < mConversation.get(next).waitingSince);
            if (first) {
                best = rank;
                next = agent;
            }
        }
        if (next >= 0) {
            give(talk, next);
        } else if (talk.players.isEmpty()) {
            open.end(talk, "nobody has more to say");
        }
    }

    /**
     * Ranks speakers: those who owe a player an answer first, then those who owe anyone else one,
     * then the rest.
     */
    private static int rank(Transcript talk, Conversation member) {
        if (!member.owed.isEmpty()) {
            return OwedAnswers.includePlayer(member) ? 0 : 1;
        }
        return member.passed || !talk.players.isEmpty() ? Integer.MAX_VALUE : 2;
    }

    /** Notes that a member has nothing to say. */
    void pass(Transcript talk, Conversation member) {
        member.passed = true;
        member.owed.clear();
        take(member);
        next(talk);
    }

    /** Breaks off an agent's line or pending call, and takes the floor from it. */
    void breakOff(Transcript talk, int agent) {
        lines.breakOff(talk, agent);
        if (people.of(agent) == talk) {
            take(mConversation.get(agent));
        }
    }

    /** Takes the floor from a member, if it has it. */
    static void take(Conversation member) {
        member.hasFloor = false;
        member.playerWaits = false;
    }

    /** Removes an agent; the conversation ends if no agent or fewer than two members remain. */
    void remove(Transcript talk, int agent, String reason) {
        if (talk.size() <= 2 || talk.agents.size() == 1) {
            open.end(talk, reason);
            return;
        }
        lines.breakOff(talk, agent);
        open.effects.applyTo(agent, talk);
        talk.agents.removeValue(agent);
        for (int other : people.members(talk)) {
            mConversation.get(other).partners.removeValue(agent);
        }
        boolean hadFloor = true;
        if (people.of(agent) == talk) {
            Conversation leaving = mConversation.get(agent);
            hadFloor = leaving.hasFloor;
            open.leave(agent, leaving);
            IntBag gone = new IntBag(1);
            gone.add(agent);
            context.listener().ended(gone, reason);
        }
        if (hadFloor && !isTaken(talk)) {
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
        Conversation member = mConversation.get(agent);
        if (!member.playerWaits) {
            return; // the player left
        }
        boolean asks = !people.isBusy(agent) && member.failures < FAILURES;
        if (asks) {
            context.scheduler().resetCooldowns(agent, Layer.TALKER);
            asks = context.scheduler().canAnswer(agent);
        }
        if (asks && talk.ticket == 0) {
            boolean ready = context.scheduler().request(agent).isPresent();
            asks = !ready || talk.ticket != 0; // otherwise the broker takes no request
        }
        if (!asks) {
            sayBusy(talk, agent);
        }
    }

    /** Requests answers to players again after failed requests. */
    void answerPlayers(Transcript talk) {
        for (int agent : people.members(talk)) {
            Conversation member = mConversation.get(agent);
            boolean waits = member.playerWaits && talk.current == null && talk.ticket == 0;
            if (waits && context.tick() >= member.retryAt) {
                askForPlayer(agent);
                return; // members may have changed
            }
        }
    }

    /** Has an agent tell the first player who waits that it is busy. */
    void sayBusy(Transcript talk, int agent) {
        if (people.of(agent) != talk || !OwedAnswers.includePlayer(mConversation.get(agent))) {
            return; // the game has changed the conversation during the request
        }
        String player = mConversation.get(agent).owed.get(0).speaker();
        String text = busyLine(agent, player);
        if (people.of(agent) != talk || !people.isAgent(agent) || !talk.players.contains(player)) {
            return; // the game has ended the wait instead
        }
        lines.breakOff(talk, agent);
        Conversation member = mConversation.get(agent);
        member.failures = 0;
        member.prompted = talk.said;
        if (text.isEmpty()) {
            OwedAnswers.removePlayer(member, player);
            take(member);
            next(talk);
        } else {
            conclude(talk, agent, player, text, false);
        }
    }

    private String busyLine(int agent, String player) {
        ConversationConfig config = context.config();
        try {
            return Words.line(config.busy().line(agent, player));
        } catch (Exception e) {
            faults.report("busy line", config.busy(), agent, e);
            return "";
        }
    }

    // ---- a line is over

    /** Records and delivers an agent's line, and passes the floor. */
    void conclude(Transcript talk, int agent, String named, String text, boolean brokenOff) {
        Conversation speaker = mConversation.get(agent);
        String to = OwedAnswers.addressee(speaker, named);
        Utterance line = lines.lineOf(talk, agent, to, text, brokenOff);
        talk.said++;
        talk.turns++;
        talk.answered = Math.max(talk.answered, speaker.prompted);
        lines.clear(talk);
        lines.record(talk, line);
        for (int other : people.members(talk)) {
            Conversation member = mConversation.get(other);
            member.turns = talk.turns;
            member.passed = other == agent;
            boolean asked = !to.isEmpty() && to.equals(people.nameOf(other));
            if (other != agent && !brokenOff && asked) {
                OwedAnswers.add(member, line);
            }
        }
        take(speaker);
        speaker.waitingSince = context.tick();
        speaker.failures = 0;
        OwedAnswers.settle(speaker, line);
        lines.overhear(agent, talk, line.text());
        context.listener().spoke(agent, line);
        if (talk.turns >= context.config().turns() && !anyOwesPlayer(talk)) {
            open.end(talk, "all has been said");
        } else if (!isTaken(talk)) {
            next(talk);
        }
    }

    /** Has an agent say the game's words; a speaker whose call is pending speaks afterwards. */
    void interject(Transcript talk, int agent, String to, String text) {
        lines.breakOff(talk, talk.speaker);
        for (int member : people.members(talk)) {
            take(mConversation.get(member));
        }
        conclude(talk, agent, to, text, false);
    }

    boolean anyOwesPlayer(Transcript talk) {
        for (int agent : people.members(talk)) {
            if (OwedAnswers.includePlayer(mConversation.get(agent))) {
                return true;
            }
        }
        return false;
    }
}
