/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.Objects;
import java.util.Optional;

/**
 * {@code plan_build}: reserves a site, brings the material there from the storehouse, and builds. The
 * reservation lasts as long as somebody is at it: an interruption gives it up, but what was built so
 * far stays, and whoever builds the like next goes on with it.
 */
public final class BuildAction extends WalkingBehavior {
    /** How long somebody works on a project before others have their turn, in ticks. */
    private static final int SHIFT = 1_000;

    /** Creates the runner of a village. */
    public BuildAction(Village village) {
        super(village);
    }

    @Override
    public Progress start(int agent, Step step) {
        Building building = Building.named(step.text("building"));
        Errand errand = mErrand.get(agent);
        errand.clear();
        Optional<BuildingSite> buildingSites = village.claim(building);
        if (buildingSites.isEmpty()) {
            return Progress.failed("the village has enough of them: " + building.label());
        }
        errand.site = buildingSites.get();
        errand.work = village.work(errand.site);
        return errand.work > 0 || affordable(building)
                ? Progress.RUNNING
                : missingMaterial(building);
    }

    @Override
    public Progress tick(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        BuildingSite buildingSite = Objects.requireNonNull(errand.site, "no site is reserved");
        Building building = buildingSite.building();
        Point point = buildingSite.point();
        int beside = building.isProject() ? mVillager.get(agent).number % 5 - 2 : 0;
        if (!walk(agent, point.x() + beside, point.y())) {
            return Progress.RUNNING;
        }
        int done = village.work(buildingSite);
        if (!village.isBuilt(buildingSite)) {
            if (done == 0 && !bringMaterial(building)) {
                return missingMaterial(building);
            }
            errand.work = Math.max(errand.work, done) + 1; // more, if somebody helps
            if (errand.work < building.ticks()) {
                village.work(buildingSite, errand.work);
                return building.isProject() && ++errand.count >= SHIFT
                        ? Progress.DONE
                        : Progress.RUNNING;
            }
            village.complete(buildingSite);
        }
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

    private static Progress missingMaterial(Building building) {
        return Progress.failed("a " + building.label() + " takes wood " + building.wood()
                + " and stone " + building.stone() + " in the storehouse");
    }
}
