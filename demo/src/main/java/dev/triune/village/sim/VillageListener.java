/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import java.util.List;

/** Receives what happens in the village. Called on the game thread. */
public interface VillageListener {
    /** Ignores everything. */
    VillageListener SILENT = new VillageListener() {};

    /** Called when a villager has a complete plan. */
    default void planMade(int agent, Layer layer, List<Step> steps) {}

    /** Called when a villager follows a habit without calling a model. */
    default void habitFollowed(int agent, List<Step> steps) {}

    /** Called when a villager speaks; {@code to} is empty if nobody is addressed. */
    default void villagerSpoke(int agent, String to, String text) {}

    /** Called when a villager speaks, also with where its words come from, in words. */
    default void villagerSpoke(int agent, String to, String text, String source) {
        villagerSpoke(agent, to, text);
    }

    /** Called when a promise was made, kept, or not kept. */
    default void promiseChanged(Promise promise) {}

    /** Called when a villager follows a reflex. */
    default void reflexBegan(int agent, String behavior, String cause, String interrupted) {}

    /** Called when a step of a villager has failed. */
    default void actionFailed(int agent, Step step, String reason) {}

    /** Called for events of the whole village: weather, a wolf, a building. */
    default void eventAnnounced(String words) {}

    /** Called when a request has failed, once per cause and outage. */
    default void requestFailed(String message) {}

    /** Called when requests are answered again, with the number of consecutive failures. */
    default void requestsRecovered(int failedInARow) {}
}
