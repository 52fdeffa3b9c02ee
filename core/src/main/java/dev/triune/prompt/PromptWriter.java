/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.internal.text.PromptText;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.List;

/** Writes prompts within a budget, after rules that all prompts share. Immutable. */
final class PromptWriter {
    /** The default budget, in characters. */
    static final int BUDGET = 8_000;

    /** The room kept for the rest if the actions alone would fill the default budget. */
    static final int MIN_USER_CHARACTERS = 4_000;

    /** An upper bound of what is never omitted, without rules and actions. */
    static final int RESERVE = 2_600;

    private static final SectionPriority[] PRIORITIES = SectionPriority.values();
    private static final int NAME_LIMIT = 60;
    private static final int DESCRIPTION_LIMIT = 500;
    private static final int SKILL_LIMIT = 60;

    private final Wording wording;
    private final String rules;
    private final boolean hasActions;
    private final int budget;

    private PromptWriter(Wording wording, String rules, boolean offers, int budget) {
        this.wording = wording;
        this.rules = rules;
        this.hasActions = offers;
        this.budget = budget;
    }

    static PromptWriter of(ActionCatalog catalog, AnswerForm form) {
        Wording wording = catalog.wording();
        String text = wording.say(Text.RULES) + catalog.instructions(form);
        return new PromptWriter(
                wording,
                text,
                !catalog.names().isEmpty(),
                Math.max(BUDGET, text.length() + MIN_USER_CHARACTERS));
    }

    /** Returns a copy with another budget for all messages; rejects one that may be too small. */
    PromptWriter budget(int characters) {
        int minBudget = rules.length() + RESERVE;
        if (characters < minBudget) {
            throw new IllegalArgumentException("budget of " + characters
                    + " characters (expected " + minBudget
                    + " or more: rules and actions alone take " + rules.length() + ")");
        }
        return new PromptWriter(wording, rules, hasActions, characters);
    }

    /**
     * Writes a prompt, with the most stable sections first; the least important sections lose
     * lines.
     */
    Prompt write(AgentSnapshot.Person person, List<PromptSection> sections, String question) {
        String finalQuestion = hasActions ? question : wording.say(Text.ASK_WITHOUT_ACTIONS);
        String system = rules.concat(person(person)); // concat copies once
        int available = budget - system.length() - finalQuestion.length() - 1;
        int[] counts = new int[sections.size()];
        int left = chooseLineCounts(sections, counts, available);
        StringBuilder user = new StringBuilder(available - left + finalQuestion.length() + 1);
        for (int i = 0; i < counts.length; i++) {
            sections.get(i).write(user, counts[i]);
        }
        user.append(finalQuestion).append('\n');
        // rules and person are the same in all prompts of an agent
        return Prompt.of(Message.system(system), Message.user(user.toString())).withStable(1);
    }

    /** Returns the sentences of these prompts. */
    Wording wording() {
        return wording;
    }

    private String person(AgentSnapshot.Person person) {
        String description = PromptText.untrusted(person.description(), DESCRIPTION_LIMIT);
        boolean goesOn = !description.isEmpty() && Character.isLowerCase(description.charAt(0));
        String introduction = wording.say(
                goesOn ? Text.YOU_ARE_A : Text.YOU_ARE,
                person.name().isBlank()
                        ? wording.say(Text.SOMEBODY)
                        : PromptText.name(person.name(), NAME_LIMIT),
                description);
        PromptSection skills =
                PromptSection.row(SectionPriority.CONDITION, "", person.skills(), SKILL_LIMIT);
        StringBuilder text = new StringBuilder();
        PromptSection.line(SectionPriority.CONDITION, introduction.strip()).write(text, 1);
        skills.lines()
                .forEach(row ->
                        text.append(wording.say(Text.SKILLS, row.strip())).append('\n'));
        return text.toString();
    }

    /** Chooses how many lines of each section fit; returns the remaining room. */
    static int chooseLineCounts(List<PromptSection> sections, int[] counts, int available) {
        int left = available;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = sections.get(i).requiredLines();
            left -= sections.get(i).length(counts[i]);
        }
        for (SectionPriority priority : PRIORITIES) {
            for (int i = 0; i < counts.length; i++) {
                if (sections.get(i).priority() == priority) {
                    left = fill(sections.get(i), counts, i, left);
                }
            }
        }
        return left;
    }

    /** Adds lines of a section while they fit; returns the remaining room. */
    private static int fill(PromptSection section, int[] counts, int at, int available) {
        int left = available;
        while (counts[at] < section.lines().size() && section.lengthOfNext(counts[at]) <= left) {
            left -= section.lengthOfNext(counts[at]);
            counts[at]++;
        }
        return left;
    }
}
