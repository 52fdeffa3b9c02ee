/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.internal.text.JsonText;
import dev.triune.internal.text.PromptText;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder.PromptPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

    @SuppressWarnings("NullAway.Init") // as the one above
    private Floor floor;

    @SuppressWarnings("NullAway.Init") // as the one above
    private Gatekeeper gate;

    @SuppressWarnings("NullAway.Init") // as the one above
    private Openings openings;

    /** What the prompts of talkers say of the form of answers, of each kind of mind. */
    private List<String> instructions = List.of();

    /** Begins to serve a world. */
    void start(
            Participants participants,
            SpokenLines spokenLines,
            Floor turns,
            Wording sentences,
            Gatekeeper gatekeeper,
            Openings firstWords,
            Collection<String> forms) {
        openings = firstWords;
        gate = gatekeeper;
        instructions = List.copyOf(forms);
        people = participants;
        lines = spokenLines;
        floor = turns;
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
                    line.loudness() == Utterance.Loudness.WHISPER
                            ? wording.say(Text.WHISPERED, line.text())
                            : line.text(),
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
    public Prompt revise(int agent, Layer layer, Prompt prompt) {
        Prompt told = layer == Layer.TALKER ? withReason(agent, prompt) : prompt;
        LineCatalog written = layer == Layer.TALKER ? gate.linesOf(agent) : null;
        return written == null ? told : withLines(agent, written, told);
    }

    /** Tells an agent that comes up to a player why it does, and one whose line is the last that it is. */
    private Prompt withReason(int agent, Prompt prompt) {
        TalkState member = talking(agent);
        Transcript talk = member == null ? null : member.transcript;
        if (member == null || talk == null) {
            return prompt;
        }
        boolean approaches = !member.approach.isEmpty()
                && member.owed.isEmpty() // else somebody spoke first
                && talk.players.contains(member.approached);
        String words = !approaches
                ? floor.isLastTurn(talk, agent) ? wording.say(Text.LAST_TURN) : ""
                : wording.say(
                        Text.APPROACH,
                        PromptText.name(member.approached, Memory.NAME_LIMIT),
                        member.approach);
        if (words.isEmpty()) {
            return prompt;
        }
        return prompt.withMessages(before -> {
            List<Message> messages = new ArrayList<>(before);
            int end = messages.size() - 1;
            messages.set(
                    end,
                    with(messages.get(end), words + "\n" + messages.get(end).text()));
            return messages;
        });
    }

    private Prompt withLines(int agent, LineCatalog written, Prompt prompt) {
        Map<String, String> offered = gate.offered(agent, written);
        String example = offered.keySet().stream()
                .filter(choice -> choice.indexOf(':') > 0) // which shows how a value is written
                .findFirst()
                .orElseGet(() -> offered.keySet().stream().findFirst().orElse("null"));
        String form = wording.say(Text.LINE_FORM, "{\"line\":" + JsonText.quoted(example) + "}");
        StringBuilder menu = new StringBuilder(wording.say(Text.LINES_NOW)).append('\n');
        String name = gate.addressee(agent); // a player's may hold anything
        String shown = PromptText.name(name, Memory.NAME_LIMIT);
        offered.forEach((choice, text) -> menu.append("- ")
                .append(choice)
                .append(" = ")
                .append(text.replace(name, shown))
                .append('\n'));
        return prompt.withMessages(before -> inForm(before, form, menu.toString()));
    }

    /** Asks for an answer of another form than the usual one, before what a menu says. */
    private List<Message> inForm(List<Message> prompt, String form, String menu) {
        List<Message> messages = new ArrayList<>(prompt);
        boolean told = false;
        for (int i = 0; i < messages.size(); i++) {
            for (String usual : instructions) {
                Message message = messages.get(i);
                told |= message.text().contains(usual);
                messages.set(i, with(message, message.text().replace(usual, form)));
            }
        }
        int end = messages.size() - 1;
        String last = messages.get(end).text();
        messages.set(end, with(messages.get(end), (told ? "" : form) + menu + last));
        return messages;
    }

    private static Message with(Message message, String text) {
        return new Message(
                message.role(),
                text,
                message.toolCalls(),
                message.toolCallId(),
                message.images(),
                message.imageDetail());
    }

    @Override
    public AnswerSchema schema(int agent, Layer layer, AnswerSchema schema) {
        LineCatalog written = layer == Layer.TALKER ? gate.linesOf(agent) : null;
        if (written == null) {
            return schema;
        }
        List<Object> choices = new ArrayList<>(gate.offered(agent, written).keySet());
        choices.add(null);
        return new AnswerSchema(
                "line",
                Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("line", Map.of("enum", choices)),
                        "required",
                        List.of("line"),
                        "additionalProperties",
                        false));
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
        } else if (layer == Layer.TALKER) {
            openings.prompted(agent);
        }
    }

    /** Returns the state of an agent in a conversation; null if it is in none. */
    private @Nullable TalkState talking(int agent) {
        return people.of(agent) == null ? null : people.find(agent);
    }
}
