/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.component.Layer;
import org.jspecify.annotations.Nullable;

/** What a browser wants of the game. Immutable. Villagers are named by their numbers, from 0. */
sealed interface Command {
    /** The most characters that can be said at once. */
    int LONGEST = 500;

    /** Stops time or lets it go on. */
    record Pause(boolean paused) implements Command {}

    /** One tick more. */
    record StepOnce() implements Command {}

    /** How many times real time; {@link Controls#UNLIMITED} for no limit. */
    record Speed(int times) implements Command {}

    /** That layer thinks whatever the rules say; null for the rules' choice. */
    record Overrule(int villager, @Nullable Layer layer) implements Command {}

    /** The player says something to a villager. */
    record Say(int villager, String text) implements Command {}
}
