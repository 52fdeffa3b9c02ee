/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import dev.triune.AgentInspection;
import dev.triune.village.people.Body;
import dev.triune.village.people.Villager;
import dev.triune.village.sim.VillageSimulation;
import java.util.List;
import java.util.Map;

/**
 * Collects the details of a villager that the page shows. Changes nothing. Artemis fills in the
 * mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class VillagerInspector {
    private final VillageSimulation simulation;
    private final ActivityLog lives;

    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Body> mBody;

    VillagerInspector(VillageSimulation simulation, ActivityLog activityLog) {
        this.simulation = simulation;
        this.lives = activityLog;
    }

    /** Returns the details of the villager with a number and entity id. */
    VillagerDetail detail(int number, int agent, double costPerToken) {
        Villager villager = mVillager.get(agent);
        Body body = mBody.get(agent);
        AgentInspection mind = simulation.scheduler().inspect(agent);
        return new VillagerDetail(
                number,
                villager.trade.label(),
                List.of(villager.trait.label(), villager.otherTrait.label()),
                villager.extraversion,
                villager.carries + (villager.tool == 0 ? "; their tool is worn out" : ""),
                Map.of("thirst", body.water, "company", body.company),
                lives.activityOf(number).spokenLines(),
                mind.history().counts().usage().total() * costPerToken,
                mind);
    }
}
