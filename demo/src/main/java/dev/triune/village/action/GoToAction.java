/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;

/** {@code go_to}: walks to a place. */
public final class GoToAction extends WalkingBehavior {
    /** Creates the runner of a village. */
    public GoToAction(Village village) {
        super(village);
    }

    @Override
    public Progress tick(int agent, Step step) {
        String place = step.text("place");
        boolean arrived = place.equals("home") ? walkHome(agent) : walk(agent, Place.named(place));
        return arrived ? Progress.DONE : Progress.RUNNING;
    }
}
