/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.internal.text.BoundedText;

/** A validated part of an answer, as the game thread receives it. Immutable. */
public sealed interface PlanPart {
    /** The maximum length of a refusal's quotation, and of its remedy, in prompts. */
    int WORDS = 60;

    /** A step that can be queued, with its corrections in words; empty if there were none. */
    record QueueableStep(Step step, String corrections) implements PlanPart {
        public QueueableStep(Step step) {
            this(step, "");
        }
    }

    /** An action that cannot be queued. */
    record RejectedStep(RefusedStep step) implements PlanPart {
        /** Creates a rejection of which only the reason is known. */
        public RejectedStep(String type, String reason) {
            this(new RefusedStep(type, reason, "", ""));
        }

        /** Returns the model's text, the reason and the correct values, for prompts. */
        String words(Wording wording) {
            String expected = BoundedText.of(step.expected(), WORDS);
            String written = BoundedText.of(step.written(), WORDS);
            String subject = written.isEmpty() ? step.type() : written;
            return expected.isEmpty() || step.reason().endsWith(expected)
                    ? wording.say(Text.REFUSED, subject, step.reason())
                    : wording.say(Text.REFUSED_EXPECTED, subject, step.reason(), expected);
        }
    }

    /** The agent's speech, bounded and not blank. */
    record SpokenText(String text) implements PlanPart {}

    /** A piece of the agent's speech as the model wrote it; the whole follows. */
    record SpokenPiece(String delta) implements PlanPart {}

    /** The addressee as the model wrote it, bounded; {@code all} for everybody. */
    record Addressee(String name) implements PlanPart {}

    /** What the agent promises to do afterwards, bounded and not blank. */
    record Later(String text) implements PlanPart {}

    /** An agreement, by its number, that the plan keeps, or that the agent gives up. */
    record AgreementNumber(int number, boolean kept) implements PlanPart {}

    /** The agent ends the talk that it is in. */
    record EndOfTalk() implements PlanPart {}

    /** A goal that the agent sets itself, bounded and not blank. The type may be empty. */
    record NewGoal(String type, String description) implements PlanPart {}

    /** The model's reasoning, bounded and not blank. */
    record Thought(String text) implements PlanPart {}

    /** An unexpected key, bounded: a model's text must not fill logs. */
    record UnknownKey(String key) implements PlanPart {}

    /** The rest of the answer cannot be parsed, and why. */
    record UnreadableRest(String reason) implements PlanPart {}
}
