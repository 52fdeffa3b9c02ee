/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;

/** {@code go_to}: walks to a place. */
public final class GoToAction extends WalkingBehavior {
    @Override
    public Progress tick(int agent, Step step) {
        return walk(agent, step.text("place")) ? Progress.DONE : Progress.RUNNING;
    }
}
