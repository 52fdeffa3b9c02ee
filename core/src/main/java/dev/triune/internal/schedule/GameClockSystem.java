/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.BaseSystem;
import dev.triune.GameClock;

/** Counts the ticks: one for each {@code world.process()}. Belongs before the other systems. */
public class GameClockSystem extends BaseSystem {
    private final GameClock clock;

    /** Advances that clock. */
    public GameClockSystem(GameClock clock) {
        this.clock = clock;
    }

    @Override
    protected void processSystem() {
        clock.advance();
    }
}
