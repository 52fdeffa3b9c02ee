/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseSystem;
import dev.triune.clock.GameClock;
import dev.triune.village.places.Village;

/** Lets time pass in the village: things grow, fires burn down. */
public class DaySystem extends BaseSystem {
    private final GameClock clock;
    private final Village village;

    /** In that village, by that clock. */
    public DaySystem(GameClock clock, Village village) {
        this.clock = clock;
        this.village = village;
    }

    @Override
    protected void processSystem() {
        village.pass(clock.tick());
    }
}
