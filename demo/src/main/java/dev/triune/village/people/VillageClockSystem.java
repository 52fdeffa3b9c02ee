/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseSystem;
import dev.triune.GameClock;
import dev.triune.village.world.Village;

/** Advances the village to the current tick. */
public class VillageClockSystem extends BaseSystem {
    private final GameClock clock;
    private final Village village;

    /** Creates the system of a village, driven by a clock. */
    public VillageClockSystem(GameClock clock, Village village) {
        this.clock = clock;
        this.village = village;
    }

    @Override
    protected void processSystem() {
        village.advanceTo(clock.tick());
    }
}
