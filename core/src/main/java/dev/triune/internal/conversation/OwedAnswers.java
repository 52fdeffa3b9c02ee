/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.conversation;

import dev.triune.component.Conversation;
import dev.triune.component.Utterance;

/** Keeps the lines that a member of a conversation has yet to answer. */
final class OwedAnswers {
    private OwedAnswers() {}

    /** Adds a line, in place of an earlier one of the same speaker; lines of players come first. */
    static void add(Conversation member, Utterance line) {
        member.owed.removeIf(
                other -> other.serial() == line.serial() && other.speaker().equals(line.speaker()));
        int place = 0;
        while (place < member.owed.size()
                && (!line.fromPlayer() || member.owed.get(place).fromPlayer())) {
            place++;
        }
        member.owed.add(place, line);
        refreshPlayerWaits(member);
    }

    /** Removes the lines that an answer of the member settles. */
    static void settle(Conversation member, Utterance answer) {
        member.owed.removeIf(asked -> isSettled(asked, answer, member.prompted));
        refreshPlayerWaits(member);
    }

    /** Whether an answer settles a line: its prompt contained the line, and an answer to a player addresses that player or all. */
    private static boolean isSettled(Utterance asked, Utterance answer, long prompted) {
        boolean same = answer.to().isEmpty() || answer.to().equals(asked.speaker());
        return asked.number() <= prompted && (same || !asked.fromPlayer());
    }

    /** Removes the lines of a player who left; returns whether there were any. */
    static boolean removePlayer(Conversation member, String player) {
        boolean removed =
                member.owed.removeIf(line -> line.fromPlayer() && line.speaker().equals(player));
        refreshPlayerWaits(member);
        return removed;
    }

    /** Whether a member owes a player an answer. */
    static boolean includePlayer(Conversation member) {
        return !member.owed.isEmpty() && member.owed.get(0).fromPlayer();
    }

    static void refreshPlayerWaits(Conversation member) {
        member.playerWaits = member.hasFloor && includePlayer(member);
    }
}
