/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.inject.GameFaults;
import dev.triune.talk.ConversationConfig.Fillers;
import dev.triune.talk.Gatekeeper.Passed;
import dev.triune.talk.Utterance.Origin;
import java.util.ArrayList;
import java.util.List;

/** Shows that an agent thinks about its answer to a player, if that takes long. Game thread only. */
final class FillerLines {
    /** The number of its last fillers that an agent does not show again. */
    private static final int KEPT = 4;

    private final TalkContext context;
    private final Participants people;
    private final Gatekeeper gate;
    private final long afterTicks;
    private final GameFaults faults = new GameFaults(ConversationConfig.class);

    FillerLines(TalkContext context, Gatekeeper gate) {
        this.context = context;
        this.people = context.people();
        this.gate = gate;
        this.afterTicks = context.clock().ticks(context.config().fillersAfter());
        faults.join(context.world());
    }

    /** Shows a filler of a member that a player has waited for long enough, if there is one. */
    void show(Transcript talk) {
        Fillers fillers = context.config().fillers();
        if (fillers == null || talk.players.isEmpty()) {
            return;
        }
        for (int agent : people.members(talk)) {
            TalkState member = people.member(agent);
            if (isDue(talk, agent, member)) {
                Utterance asked = member.owed.get(0);
                member.filledFor = asked.number();
                show(fillers, talk, agent, asked);
                return; // the game's code may have changed the conversation
            }
        }
    }

    private boolean isDue(Transcript talk, int agent, TalkState member) {
        if (!member.part.playerWaits || member.owed.isEmpty()) {
            return false;
        }
        Utterance asked = member.owed.get(0);
        Utterance current = talk.current;
        boolean speaks = current != null && talk.speaker == agent && talk.raw.length() > 0;
        return !speaks
                && asked.number() != member.filledFor
                && context.tick() - asked.tick() >= afterTicks;
    }

    private void show(Fillers fillers, Transcript talk, int agent, Utterance asked) {
        List<String> lines = faults.get(
                "fillers", fillers, agent, () -> List.copyOf(fillers.lines(agent)), List.of());
        if (!people.takesPart(agent, talk)) {
            return;
        }
        if (lines.size() <= KEPT) {
            String fault = "has " + lines.size() + " lines (expected 5 or more)";
            faults.reportFault("fillers " + fillers.getClass().getName(), fault, agent, null);
        }
        TalkState member = people.member(agent);
        List<String> fresh = new ArrayList<>(lines);
        fresh.removeAll(member.fillers);
        if (fresh.isEmpty()) {
            return;
        }
        long pick = people.serialOf(agent) + asked.tick(); // varies, and is the same in a replay
        String chosen = fresh.get((int) Math.floorMod(pick, (long) fresh.size()));
        if (member.fillers.size() == KEPT) {
            member.fillers.remove(0);
        }
        member.fillers.add(chosen);
        Passed words = gate.pass(agent, Origin.GAME, Words.line(chosen));
        if (!words.isEmpty() && people.takesPart(agent, talk)) {
            context.listener().filler(agent, words.text);
        }
    }
}
