/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.List;
import java.util.Set;

/** The actions with which an agent changes its own mind; they take effect without a runner. */
public final class SelfActions {
    /** Sets a goal: {@link #DESCRIPTION}, and optionally {@link #KIND}. */
    public static final String SET_GOAL = "set_goal";

    /** Sets the {@link #ORDER} of the agent's priorities. */
    public static final String SET_PRIORITIES = "set_priorities";

    /** Calls no model until the queue is done. */
    public static final String SLEEP_UNTIL_QUEUE_COMPLETE = "sleep_until_queue_complete";

    /** Cancels the remaining steps. */
    public static final String CANCEL_PLAN = "cancel_plan";

    /** The goal in words. */
    public static final String DESCRIPTION = "description";

    /** The kind of goal; not {@code type}, which is the key of the action's name. */
    public static final String KIND = "kind";

    /** The priorities, the most important first. */
    public static final String ORDER = "order";

    /** The names of all four. */
    public static final Set<String> NAMES =
            Set.of(SET_GOAL, SET_PRIORITIES, SLEEP_UNTIL_QUEUE_COMPLETE, CANCEL_PLAN);

    private SelfActions() {}

    /** Returns all four. */
    static List<ActionType> types() {
        return List.of(
                new ActionType(
                        SET_GOAL,
                        "set yourself a goal",
                        List.of(
                                Field.text(DESCRIPTION),
                                Field.text(KIND)
                                        .describedAs("for example personal")
                                        .optional())),
                new ActionType(
                        SET_PRIORITIES,
                        "decide what matters to you",
                        List.of(Field.text(ORDER).describedAs("the most important first"))),
                new ActionType(
                        SLEEP_UNTIL_QUEUE_COMPLETE,
                        "think of nothing new until all you ordered is done",
                        List.of()),
                new ActionType(CANCEL_PLAN, "give up what you still had to do", List.of()));
    }
}
