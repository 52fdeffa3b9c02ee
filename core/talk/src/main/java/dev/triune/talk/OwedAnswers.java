/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

/** Keeps the lines that a member of a conversation has yet to answer. */
final class OwedAnswers {
    private OwedAnswers() {}

    /** Adds a line, in place of an earlier one of the same speaker; lines of players come first. */
    static void add(TalkState member, Utterance line) {
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

    /**
     * Returns the addressee of an answer: as named, unless the answer before passed over a player.
     */
    static String addressee(TalkState member, String named) {
        boolean again = member.passedOver > 0 && passesOverPlayer(member, named);
        return again ? member.owed.get(0).speaker() : named;
    }

    /** Removes the lines that an answer of the member settles. */
    static void settle(TalkState member, Utterance answer) {
        boolean passesOver = passesOverPlayer(member, answer.to());
        member.passedOver = passesOver ? member.passedOver + 1 : 0;
        member.owed.removeIf(asked -> isSettled(member, asked, answer.to()));
        refreshPlayerWaits(member);
    }

    /** Whether an answer leaves the first player waiting although its prompt contained the line. */
    private static boolean passesOverPlayer(TalkState member, String to) {
        return includePlayer(member)
                && member.owed.get(0).number() <= member.prompted
                && !isSettled(member, member.owed.get(0), to);
    }

    /**
     * Whether an answer settles a line: its prompt contained the line, and an answer to a player
     * addresses that player or all.
     */
    private static boolean isSettled(TalkState member, Utterance asked, String to) {
        boolean same = to.isEmpty() || to.equals(asked.speaker());
        return asked.number() <= member.prompted && (same || !asked.fromPlayer());
    }

    /** Whether a member answers somebody's whisper. */
    static boolean isWhispered(TalkState member, String to) {
        for (int i = 0; i < member.owed.size(); i++) {
            Utterance asked = member.owed.get(i);
            if (asked.loudness() == Utterance.Loudness.WHISPER
                    && asked.speaker().equals(to)) {
                return true;
            }
        }
        return false;
    }

    /** Removes the line of an agent that left, by its serial: it hears no answer. */
    static void remove(TalkState member, long serial) {
        member.owed.removeIf(line -> !line.fromPlayer() && line.serial() == serial);
    }

    /** Removes the lines of a player who left; returns whether there were any. */
    static boolean removePlayer(TalkState member, String player) {
        boolean removed =
                member.owed.removeIf(line -> line.fromPlayer() && line.speaker().equals(player));
        refreshPlayerWaits(member);
        return removed;
    }

    /**
     * Whether all players to whom a member owes an answer take part in a conversation; not so in one
     * that it has left for another, in saves that do not tell which of them has ended.
     */
    static boolean areOfPlayersIn(TalkState member, Transcript talk) {
        return member.owed.stream()
                .allMatch(line -> !line.fromPlayer() || talk.players.contains(line.speaker()));
    }

    /** Whether a member owes a player an answer. */
    static boolean includePlayer(TalkState member) {
        return !member.owed.isEmpty() && member.owed.get(0).fromPlayer();
    }

    /** Whether a member owes a player of that name an answer. */
    static boolean includePlayer(TalkState member, String player) {
        return member.owed.stream()
                .anyMatch(line -> line.fromPlayer() && line.speaker().equals(player));
    }

    static void refreshPlayerWaits(TalkState member) {
        member.part.playerWaits = member.part.hasFloor && includePlayer(member);
    }
}
