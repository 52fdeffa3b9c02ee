/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Rest;
import dev.triune.village.people.WalkingBehavior;

/** {@code rest}: stays in place for a while. */
public final class RestAction extends WalkingBehavior<Rest> {
    private static final int TICKS = 600;

    @Override
    public Progress start(int agent, Rest action) {
        mErrand.get(agent).clear();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Rest action) {
        return ++mErrand.get(agent).count < TICKS ? Progress.RUNNING : Progress.DONE;
    }
}
