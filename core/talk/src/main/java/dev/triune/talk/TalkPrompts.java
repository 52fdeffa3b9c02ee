/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.internal.text.PromptText;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder.PromptPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows an agent's conversation in its prompts. Game thread only. */
final class TalkPrompts implements PromptPart {
    /** The maximum number of lines in a cue for memories. */
    private static final int LAST_LINES = 3;

    private Wording wording = Wording.ENGLISH;

    @SuppressWarnings("NullAway.Init") // set before the first prompt
    private Participants people;

    @SuppressWarnings("NullAway.Init") // as the one above
    private SpokenLines lines;

    /** Begins to serve a world. */
    void start(Participants participants, SpokenLines spokenLines, Wording sentences) {
        people = participants;
        lines = spokenLines;
        wording = sentences;
    }

    @Override
    public void describe(int agent, AgentSnapshot.Builder snapshot) {
        TalkState member = talking(agent);
        if (member == null || member.transcript == null) {
            describeCalls(agent, snapshot);
            return;
        }
        long serial = people.serialOf(agent);
        String name = people.nameOf(agent);
        for (Utterance line : people.heard(agent, member.transcript)) {
            boolean own = line.serial() == serial && !line.fromPlayer();
            snapshot.line(
                    own ? wording.say(Text.YOU_SPEAKER) : replaceYou(line.speaker()),
                    line.to().equals(name) && !own ? wording.say(Text.YOU_ADDRESSEE) : line.to(),
                    line.text(),
                    line.brokenOff());
        }
        List<Utterance> owed = new ArrayList<>(member.owed);
        if (!OwedAnswers.includePlayer(member)) {
            Collections.reverse(owed); // one answer is for all of them: the last one first
        }
        owed.forEach(line -> snapshot.addresser(line.speaker()));
    }

    /** Shows what an agent in no conversation called out lately. */
    private void describeCalls(int agent, AgentSnapshot.Builder snapshot) {
        TalkState alone = people.find(agent);
        if (alone != null) {
            lines.recentCalls(alone)
                    .forEach(line -> snapshot.line(
                            wording.say(Text.YOU_SPEAKER), "", line.text(), line.brokenOff()));
        }
    }

    /** Replaces a player's name that would pass for the agent's own lines. */
    private String replaceYou(String name) {
        String shown = PromptText.name(name, Memory.NAME_LIMIT);
        return shown.equalsIgnoreCase(wording.say(Text.YOU_ADDRESSEE))
                        || shown.equalsIgnoreCase(wording.say(Text.YOU_SPEAKER))
                ? wording.say(Text.SOMEBODY)
                : name;
    }

    @Override
    public void addCue(int agent, List<String> names, List<String> lines) {
        TalkState member = talking(agent);
        if (member == null || member.transcript == null) {
            return;
        }
        member.owed.forEach(line -> names.add(line.speaker()));
        List<Utterance> said = people.heard(agent, member.transcript);
        for (int i = said.size() - 1; i >= Math.max(0, said.size() - LAST_LINES); i--) {
            lines.add(said.get(i).text());
        }
    }

    @Override
    public void addAddressees(int agent, Collection<String> names) {
        Transcript talk = people.of(agent);
        if (talk != null) {
            names.addAll(talk.players);
            for (int i = 0; i < talk.agents.size(); i++) {
                names.add(people.nameOf(talk.agents.get(i)));
            }
        }
    }

    @Override
    public void prompted(int agent, Layer layer) {
        TalkState member = layer == Layer.TALKER ? talking(agent) : null;
        if (member != null && member.transcript != null) {
            member.prompted = member.transcript.said;
        }
    }

    /** Returns the state of an agent in a conversation; null if it is in none. */
    private @Nullable TalkState talking(int agent) {
        return people.of(agent) == null ? null : people.find(agent);
    }
}
