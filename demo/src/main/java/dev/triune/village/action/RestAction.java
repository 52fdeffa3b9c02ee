/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Rest;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Calendar;

/**
 * {@code rest}: stays in place for a while, or until an hour of the day. An hour that was up
 * to eight hours ago has passed: the villager came late to this step, and does not wait for the next day.
 */
public final class RestAction extends WalkingBehavior<Rest> {
    private static final int TICKS = 600;
    private static final int HOURS = 24;
    private static final int LATE = 8;

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
                : hasCome(until, Calendar.hour(village.tick()));
        return over ? Progress.DONE : Progress.RUNNING;
    }

    private static boolean hasCome(int until, int hour) {
        int left = Math.floorMod(until - hour, HOURS);
        return left == 0 || left >= HOURS - LATE;
    }
}
