/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Building;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Site;
import dev.triune.village.places.Stock;
import dev.triune.village.places.Village;
import java.util.Objects;
import java.util.Optional;

/**
 * {@code plan_build}: reserves a site, builds on it, and takes the material from the storehouse at
 * the end. The reservation lasts as long as the work: an interruption gives it up.
 */
public final class Build extends Walking {
    /** In that village. */
    public Build(Village village) {
        super(village);
    }

    @Override
    public Progress start(int agent, Step step) {
        Building building = Building.named(step.text("building"));
        Errand errand = mErrand.get(agent);
        errand.clear();
        if (!affordable(building)) {
            return tooPoor(building);
        }
        Optional<Site> site = village.claim(building);
        errand.site = site.orElse(null);
        return site.isEmpty()
                ? Progress.failed("the village has enough of them: " + building.label())
                : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        Site site = Objects.requireNonNull(errand.site, "no site is reserved");
        if (!walk(agent, site.point()) || !work(agent, site.building().ticks())) {
            return Progress.RUNNING;
        }
        Building building = site.building();
        if (!affordable(building)) {
            return tooPoor(building);
        }
        village.store().take(Resource.WOOD, building.wood());
        village.store().take(Resource.STONE, building.stone());
        village.complete(site);
        errand.site = null;
        return Progress.DONE;
    }

    @Override
    public void stop(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        if (errand.site != null) {
            village.release(errand.site);
            errand.site = null;
        }
    }

    private boolean affordable(Building building) {
        Stock store = village.store();
        return store.get(Resource.WOOD) >= building.wood()
                && store.get(Resource.STONE) >= building.stone();
    }

    private static Progress tooPoor(Building building) {
        return Progress.failed("a " + building.label() + " takes wood " + building.wood()
                + " and stone " + building.stone() + " in the storehouse");
    }
}
