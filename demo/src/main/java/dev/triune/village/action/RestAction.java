/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Rest;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Calendar;

/** {@code rest}: stays in place for a while, or until an hour of the day. */
public final class RestAction extends WalkingBehavior<Rest> {
    private static final int TICKS = 600;

    @Override
    public Progress start(int agent, Rest action) {
        mErrand.get(agent).clear();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Rest action) {
        Integer until = action.until();
        boolean over = until == null
                ? ++mErrand.get(agent).count >= TICKS
                : Calendar.hour(village.tick()) == until;
        return over ? Progress.DONE : Progress.RUNNING;
    }
}
