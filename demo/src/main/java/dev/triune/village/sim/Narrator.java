/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.component.Layer;
import dev.triune.plan.Step;
import java.util.List;

/** Tells what happens in the village. Called on the game thread. */
public interface Narrator {
    /** Tells nothing. */
    Narrator SILENT = new Narrator() {};

    /** Somebody has a plan, whole. */
    default void plans(int agent, Layer layer, List<Step> steps) {}

    /** Somebody says something; {@code to} is empty if nobody was addressed. */
    default void says(int agent, String to, String text) {}

    /** Somebody follows a reflex. */
    default void reflex(int agent, String behavior, String cause, String interrupted) {}

    /** Somebody could not do what was planned. */
    default void fails(int agent, Step step, String reason) {}

    /** Something happens to all: weather, a wolf, a building. */
    default void happens(String words) {}

    /** A request brought no answer; the same cause is told once an outage. */
    default void noAnswer(String message) {}

    /** Answers come again, after that many requests without one. */
    default void answersAgain(int failedInARow) {}
}
