/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Place;
import dev.triune.village.places.Village;

/** {@code go_to}: walks to a place. */
public final class GoTo extends Walking {
    /** In that village. */
    public GoTo(Village village) {
        super(village);
    }

    @Override
    public Progress tick(int agent, Step step) {
        String place = step.text("place");
        boolean there = place.equals("home") ? walkHome(agent) : walk(agent, Place.named(place));
        return there ? Progress.DONE : Progress.RUNNING;
    }
}
