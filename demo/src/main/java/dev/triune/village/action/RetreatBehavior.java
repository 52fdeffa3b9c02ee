/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;

/**
 * {@code seek_cooling}, {@code flee_danger}, {@code flee_to_home}: goes to a place, or home, and
 * stays until the reflex ends.
 */
public final class RetreatBehavior extends WalkingBehavior<Step> {
    private final String place;

    /**
     * Creates the runner.
     *
     * @param place the name of a place, or {@code home}
     */
    public RetreatBehavior(String place) {
        this.place = place;
    }

    @Override
    public Progress tick(int agent, Step step) {
        walk(agent, place);
        return Progress.RUNNING;
    }
}
