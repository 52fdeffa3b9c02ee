/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseSystem;
import dev.triune.GameClock;
import dev.triune.village.world.Village;

/** Advances the village's time: things grow, fires burn down. */
public class VillageClockSystem extends BaseSystem {
    private final GameClock clock;
    private final Village village;

    /** In that village, by that clock. */
    public VillageClockSystem(GameClock clock, Village village) {
        this.clock = clock;
        this.village = village;
    }

    @Override
    protected void processSystem() {
        village.advanceTo(clock.tick());
    }
}
