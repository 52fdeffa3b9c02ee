/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseSystem;
import com.artemis.annotations.Wire;
import dev.triune.GameClock;
import dev.triune.village.world.Village;

/** Advances the village to the current tick. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the fields
public class VillageClockSystem extends BaseSystem {
    @Wire
    private GameClock clock;

    @Wire
    private Village village;

    @Override
    protected void processSystem() {
        village.advanceTo(clock.tick());
    }
}
