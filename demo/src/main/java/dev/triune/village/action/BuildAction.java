/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.component.Journal;
import dev.triune.village.action.VillagerAction.PlanBuild;
import dev.triune.village.people.Errand;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Point;
import dev.triune.village.world.Resource;
import java.util.Objects;
import java.util.Optional;

/**
 * {@code plan_build}: reserves a site, brings the material from the storehouse, and builds. An
 * interruption releases the site, but its material and work remain for the next builder.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class BuildAction extends WalkingBehavior<PlanBuild> {
    /** The time that a villager works on a project in one action, in ticks. */
    private static final int SHIFT = 1_000;

    private ComponentMapper<Journal> mJournal;

    @Override
    public Progress start(int agent, PlanBuild action) {
        Building building = action.building();
        Errand errand = mErrand.get(agent);
        errand.clear();
        Optional<BuildingSite> buildingSites = village.buildings().claim(building);
        if (buildingSites.isEmpty()) {
            return claimed(agent, building);
        }
        errand.site = buildingSites.get();
        errand.work = Math.max(0, village.buildings().work(errand.site));
        return village.buildings().isPayable(errand.site)
                ? Progress.RUNNING
                : missingMaterial(errand.site);
    }

    @Override
    public Progress tick(int agent, PlanBuild action) {
        Errand errand = mErrand.get(agent);
        BuildingSite buildingSite = Objects.requireNonNull(errand.site, "no site is reserved");
        Building building = buildingSite.building();
        Point point = buildingSite.point();
        int beside = building.isProject() ? mVillager.get(agent).number % 5 - 2 : 0;
        if (!walk(agent, point.x() + beside, point.y())) {
            return Progress.RUNNING;
        }
        if (!village.buildings().isBuilt(buildingSite)) {
            boolean repair = village.buildings().work(buildingSite) < 0;
            if (!village.buildings().pay(buildingSite)) {
                return missingMaterial(buildingSite);
            }
            if (repair) {
                village.chronicle()
                        .add(
                                Chronicle.Change.REPAIRS,
                                mPersona.get(agent).name + " repairs the " + building.label());
            }
            errand.work = Math.max(errand.work, village.buildings().work(buildingSite))
                    + 1; // helpers add more
            if (errand.work < building.ticks()) {
                village.buildings().work(buildingSite, errand.work);
                return building.isProject() && ++errand.count >= SHIFT
                        ? Progress.DONE
                        : Progress.RUNNING;
            }
            village.buildings().complete(buildingSite);
        }
        errand.site = null;
        return Progress.DONE;
    }

    @Override
    public void release(int agent) {
        Errand errand = mErrand.get(agent);
        if (errand.site != null) {
            village.buildings().release(errand.site);
            errand.clear();
        }
    }

    /** Ends a step for which no site is left: what it was for stands already, or others do it. */
    private Progress claimed(int agent, Building building) {
        int standing = village.buildings().builtCount(building);
        mJournal.create(agent)
                .happened(
                        standing < village.buildings().limit(building)
                                ? "others build the last " + building.label()
                                        + " that the village needs"
                                : "all " + building.label()
                                        + "s that the village needs stand already",
                        "",
                        village.tick());
        return Progress.DONE;
    }

    private Progress missingMaterial(BuildingSite site) {
        Building building = site.building();
        return village.buildings().work(site) < 0
                ? Progress.failed("repairing the " + building.label() + " takes wood "
                        + building.repairWood() + " and stone " + building.repairStone()
                        + stored())
                : Progress.failed("a " + building.label() + " takes wood " + building.wood()
                        + " and stone " + building.stone() + stored());
    }

    private String stored() {
        return "; the storehouse has " + village.store().having(Resource.WOOD, Resource.STONE);
    }
}
