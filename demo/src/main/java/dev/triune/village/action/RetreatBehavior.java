/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import org.jspecify.annotations.Nullable;

/**
 * {@code seek_cooling}, {@code flee_danger}, {@code flee_to_home}: goes to a place, or home, and
 * stays until the reflex ends.
 */
public final class RetreatBehavior extends WalkingBehavior {
    private final @Nullable Place place;

    private RetreatBehavior(Village village, @Nullable Place place) {
        super(village);
        this.place = place;
    }

    /** Creates a retreat to a place. */
    public static RetreatBehavior to(Village village, Place place) {
        return new RetreatBehavior(village, place);
    }

    /** Creates a retreat to the villager's home. */
    public static RetreatBehavior home(Village village) {
        return new RetreatBehavior(village, null);
    }

    @Override
    public Progress tick(int agent, Step step) {
        if (place == null) {
            walkHome(agent);
        } else {
            walk(agent, place);
        }
        return Progress.RUNNING;
    }
}
