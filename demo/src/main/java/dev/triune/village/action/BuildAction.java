/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
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
        return hasSite(errand) || affordable(building)
                ? Progress.RUNNING
                : missingMaterial(building);
    }

    @Override
    public Progress tick(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        BuildingSite buildingSite = Objects.requireNonNull(errand.site, "no site is reserved");
        if (!walk(agent, buildingSite.point())) {
            return Progress.RUNNING;
        }
        Building building = buildingSite.building();
        if (!hasSite(errand) && !bringMaterial(building)) {
            return missingMaterial(building);
        }
        if (!work(agent, building.ticks())) {
            village.work(buildingSite, errand.work);
            return building.isProject() && ++errand.count >= SHIFT
                    ? Progress.DONE
                    : Progress.RUNNING;
        }
        village.complete(buildingSite);
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

    private static boolean hasSite(Errand errand) {
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

    private static Progress missingMaterial(Building building) {
        return Progress.failed("a " + building.label() + " takes wood " + building.wood()
                + " and stone " + building.stone() + " in the storehouse");
    }
}
