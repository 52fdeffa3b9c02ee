/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.GoTo;
import dev.triune.village.people.WalkingBehavior;

/** {@code go_to}: walks to a place. */
public final class GoToAction extends WalkingBehavior<GoTo> {
    @Override
    public Progress tick(int agent, GoTo action) {
        return walk(agent, action.place()) ? Progress.DONE : Progress.RUNNING;
    }
}
