/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.GameClock;
import dev.triune.action.ActionRunner.Watchdog;

/** The limits of a watchdog, with its times in ticks, so that no tick has to convert them. */
public record StepLimits(Watchdog watchdog, long stalledTicks, long longestTicks) {
    public StepLimits(Watchdog watchdog, GameClock clock) {
        this(watchdog, clock.ticks(watchdog.stalled()), clock.ticks(watchdog.longest()));
    }
}
