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
 * {@code plan_build}: reserves a site, brings the material there from the storehouse, and builds. The
 * reservation lasts as long as somebody is at it: an interruption gives it up, but what was built so
 * far stays, and whoever builds the like next goes on with it.
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
        Optional<Site> site = village.claim(building);
        if (site.isEmpty()) {
            return Progress.failed("the village has enough of them: " + building.label());
        }
        errand.site = site.get();
        errand.work = village.work(errand.site);
        return begun(errand) || affordable(building) ? Progress.RUNNING : tooPoor(building);
    }

    @Override
    public Progress tick(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        Site site = Objects.requireNonNull(errand.site, "no site is reserved");
        if (!walk(agent, site.point())) {
            return Progress.RUNNING;
        }
        Building building = site.building();
        if (!begun(errand) && !bringMaterial(building)) {
            return tooPoor(building);
        }
        if (!work(agent, building.ticks())) {
            village.work(site, errand.work);
            return Progress.RUNNING;
        }
        village.complete(site);
        errand.site = null;
        return Progress.DONE;
    }

    @Override
    public void stop(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        if (errand.site != null) {
            village.release(errand.site);
            errand.clear();
        }
    }

    private static boolean begun(Errand errand) {
        return errand.work > 0;
    }

    private boolean bringMaterial(Building building) {
        if (!affordable(building)) {
            return false;
        }
        village.store().take(Resource.WOOD, building.wood());
        village.store().take(Resource.STONE, building.stone());
        return true;
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
