/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.RefusedStep;
import dev.triune.action.Step;
import dev.triune.internal.text.BoundedText;

/** One part of a plan, checked, as the game thread receives it. Immutable. */
public sealed interface PlanPart {
    /** The most characters of a refusal's quotation and of its remedy in prompts. */
    int WORDS = 60;

    /**
     * A step that can be queued.
     *
     * @param step checked against the catalog
     * @param corrections what had to be changed to make it fit, in words; empty if nothing
     */
    record QueueableStep(Step step, String corrections) implements PlanPart {
        /** A step that fitted as it was. */
        public QueueableStep(Step step) {
            this(step, "");
        }
    }

    /**
     * An action that cannot be queued.
     *
     * @param step what it was and why
     */
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

    /**
     * What the agent says aloud.
     *
     * @param text not blank, bounded
     */
    record SpokenText(String text) implements PlanPart {}

    /**
     * A piece of what the agent says aloud, before the whole.
     *
     * @param delta as the model wrote it
     */
    record SpokenPiece(String delta) implements PlanPart {}

    /**
     * Whom the agent speaks to.
     *
     * @param name as the model wrote it, bounded; {@code all} for everybody in earshot
     */
    record Addressee(String name) implements PlanPart {}

    /**
     * A goal that the agent sets itself.
     *
     * @param type for example {@code personal}; may be empty
     * @param description not blank, bounded
     */
    record NewGoal(String type, String description) implements PlanPart {}

    /**
     * What the model thought.
     *
     * @param text not blank, bounded
     */
    record Thought(String text) implements PlanPart {}

    /**
     * A key that nobody asked for, or one with a value of a form that it does not have.
     *
     * @param key bounded; what the model wrote, so no text for logs
     */
    record UnknownKey(String key) implements PlanPart {}

    /**
     * The answer cannot be read, or not further.
     *
     * @param reason why
     */
    record UnreadableRest(String reason) implements PlanPart {}
}
