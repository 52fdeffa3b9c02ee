/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import java.util.List;

/** Receives what happens in the village. Called on the game thread. */
public interface VillageListener {
    /** Ignores everything. */
    VillageListener SILENT = new VillageListener() {};

    /** A villager has a complete plan. */
    default void planMade(int agent, Layer layer, List<Step> steps) {}

    /** A villager follows a habit; no model was asked for the plan. */
    default void habitFollowed(int agent, List<Step> steps) {}

    /** A villager speaks; {@code to} is empty if nobody was addressed. */
    default void villagerSpoke(int agent, String to, String text) {}

    /** A villager follows a reflex. */
    default void reflexBegan(int agent, String behavior, String cause, String interrupted) {}

    /** A villager failed at a step. */
    default void stepFailed(int agent, Step step, String reason) {}

    /** Something concerns the whole village: weather, a wolf, a building. */
    default void eventAnnounced(String words) {}

    /** A request failed; the same cause is reported once per outage. */
    default void requestFailed(String message) {}

    /** Requests are answered again, after that many failures in a row. */
    default void requestsRecovered(int failedInARow) {}
}
