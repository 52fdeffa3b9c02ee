/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import dev.triune.village.world.Stock;

/** The player: a name, and a bag for gifts of villagers. Not on the map. Game thread only. */
public final class Player {
    /** The name that villagers use for the player. */
    public static final String NAME = "Player";

    private final Stock bag = new Stock();

    /** Returns the gifts of villagers. */
    public Stock bag() {
        return bag;
    }
}
