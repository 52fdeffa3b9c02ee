/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import dev.triune.village.world.Stock;

/**
 * The player: a name, a voice that villagers hear, and a bag for what they give. Not on the map.
 * Game thread only.
 */
public final class Player {
    /** The name under which villagers know the player. */
    public static final String NAME = "Player";

    private final Stock bag = new Stock();

    /** Returns what villagers gave the player. */
    public Stock bag() {
        return bag;
    }
}
