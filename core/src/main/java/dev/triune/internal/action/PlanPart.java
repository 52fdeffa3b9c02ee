/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.RefusedStep;
import dev.triune.action.Step;
import dev.triune.internal.text.BoundedText;

/** One part of a plan, checked, as the game thread receives it. Immutable. */
public sealed interface PlanPart {
    /** The most characters of a refusal's quotation and of its remedy in prompts. */
    int WORDS = 60;

    /** A step that can be queued, with what was changed to make it fit; empty if nothing. */
    record QueueableStep(Step step, String corrections) implements PlanPart {
        /** A step that fitted as it was. */
        public QueueableStep(Step step) {
            this(step, "");
        }
    }

    /** An action that cannot be queued. */
    record RejectedStep(RefusedStep step) implements PlanPart {
        /** An action of which only the reason is known. */
        public RejectedStep(String type, String reason) {
            this(new RefusedStep(type, reason, "", ""));
        }

        /** Returns what was written, what is wrong with it and what would be correct, for prompts. */
        public String words() {
            String expected = BoundedText.of(step.expected(), WORDS);
            String written = BoundedText.of(step.written(), WORDS);
            return (written.isEmpty() ? step.type() : written) + ": " + step.reason()
                    + (expected.isEmpty() || step.reason().endsWith(expected)
                            ? ""
                            : " (expected " + expected + ")");
        }
    }

    /** What the agent says aloud, bounded and not blank. */
    record SpokenText(String text) implements PlanPart {}

    /** A piece of what the agent says aloud, as the model wrote it, before the whole. */
    record SpokenPiece(String delta) implements PlanPart {}

    /** Whom the agent speaks to, as the model wrote it, bounded; {@code all} for everybody. */
    record Addressee(String name) implements PlanPart {}

    /** A goal that the agent sets itself, bounded and not blank; the type may be empty. */
    record NewGoal(String type, String description) implements PlanPart {}

    /** What the model thought, bounded and not blank. */
    record Thought(String text) implements PlanPart {}

    /** A key that nobody asked for, bounded: what a model wrote is no text for logs. */
    record UnknownKey(String key) implements PlanPart {}

    /** The answer cannot be read, or not further, and why. */
    record UnreadableRest(String reason) implements PlanPart {}
}
