/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import java.util.List;

/** Tells what happens in the village. Called on the game thread. */
public interface VillageListener {
    /** Tells nothing. */
    VillageListener SILENT = new VillageListener() {};

    /** Somebody has a plan, whole. */
    default void planMade(int agent, Layer layer, List<Step> steps) {}

    /** Somebody says something; {@code to} is empty if nobody was addressed. */
    default void villagerSpoke(int agent, String to, String text) {}

    /** Somebody follows a reflex. */
    default void reflexBegan(int agent, String behavior, String cause, String interrupted) {}

    /** Somebody could not do what was planned. */
    default void stepFailed(int agent, Step step, String reason) {}

    /** Something happens to all: weather, a wolf, a building. */
    default void eventAnnounced(String words) {}

    /** A request brought no answer; the same cause is told once an outage. */
    default void requestFailed(String message) {}

    /** Answers come again, after that many requests without one. */
    default void requestsRecovered(int failedInARow) {}
}
