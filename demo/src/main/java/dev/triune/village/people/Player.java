/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import dev.triune.village.world.Stock;

/** The player: a name, and a bag for gifts of villagers to visitors. Not on the map. Game thread only. */
public final class Player {
    /** The name that villagers use for the player. */
    public static final String NAME = "Robin";

    /** What the player was called in older saves, and may be called by a model. */
    private static final String ROLE = "player";

    /** The name of the stranger who tries to talk villagers round. */
    public static final String STRANGER = "Corvin";

    /** Returns whether a name is that of somebody from outside: the player, or the stranger. */
    public static boolean isVisitor(String name) {
        return !visitor(name).isEmpty();
    }

    /** Returns the name of somebody from outside, as a model may write it; empty for others. */
    public static String visitor(String written) {
        String name = written.strip().replaceFirst("(?i)^the ", "");
        if (name.equalsIgnoreCase(NAME) || name.equalsIgnoreCase(ROLE)) {
            return NAME;
        }
        return name.equalsIgnoreCase(STRANGER) ? STRANGER : "";
    }

    private final Stock bag = new Stock();

    /** Returns the gifts of villagers. */
    public Stock bag() {
        return bag;
    }
}
