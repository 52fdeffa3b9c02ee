/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;

/** {@code rest}: stays in place for a while. */
public final class RestAction extends WalkingBehavior {
    private static final int TICKS = 600;

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        return ++mErrand.get(agent).count < TICKS ? Progress.RUNNING : Progress.DONE;
    }
}
