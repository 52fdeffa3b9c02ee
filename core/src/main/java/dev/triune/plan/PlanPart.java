/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

/** One part of a plan, checked, as the game thread receives it. Immutable. */
public sealed interface PlanPart {
    /**
     * A step that can be queued.
     *
     * @param step checked against the catalog
     */
    record Ordered(Step step) implements PlanPart {}

    /**
     * An action that cannot be queued.
     *
     * @param type the catalog's name of it, or {@code unknown}
     * @param reason why
     */
    record Refused(String type, String reason) implements PlanPart {}

    /**
     * What the agent says aloud.
     *
     * @param text not blank, bounded
     */
    record Said(String text) implements PlanPart {}

    /**
     * A goal that the agent sets itself.
     *
     * @param description not blank, bounded
     */
    record Aimed(String description) implements PlanPart {}

    /**
     * What the model thought.
     *
     * @param text not blank, bounded
     */
    record Thought(String text) implements PlanPart {}

    /** A key that nobody asked for. */
    record Unasked() implements PlanPart {}

    /**
     * The answer cannot be read, or not further.
     *
     * @param reason why
     */
    record Unreadable(String reason) implements PlanPart {}
}
