/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import org.jspecify.annotations.Nullable;

/** What a browser wants of the game. Immutable. Villagers are named by their numbers, from 0. */
sealed interface ViewCommand {
    /** The most characters that can be said at once. */
    int MAX_TEXT_LENGTH = 500;

    /** Stops time or lets it go on. */
    record Pause(boolean paused) implements ViewCommand {}

    /** One tick more. */
    record StepOnce() implements ViewCommand {}

    /** How many times real time; {@link TimeControls#UNLIMITED} for no limit. */
    record Speed(int times) implements ViewCommand {}

    /** That layer thinks whatever the rules say; null for the rules' choice. */
    record OverrideLayer(int villager, @Nullable Layer layer) implements ViewCommand {}

    /** The player says something to a villager. */
    record Say(int villager, String text) implements ViewCommand {}
}
