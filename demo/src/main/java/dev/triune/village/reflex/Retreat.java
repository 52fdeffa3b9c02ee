/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.reflex;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Place;
import dev.triune.village.places.Village;
import org.jspecify.annotations.Nullable;

/**
 * {@code seek_cooling}, {@code flee_danger}, {@code flee_to_home}: goes to a place, or home, and
 * stays until the reflex lets go.
 */
public final class Retreat extends Walking {
    private final @Nullable Place place;

    private Retreat(Village village, @Nullable Place place) {
        super(village);
        this.place = place;
    }

    /** To that place. */
    public static Retreat to(Village village, Place place) {
        return new Retreat(village, place);
    }

    /** Home. */
    public static Retreat home(Village village) {
        return new Retreat(village, null);
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
