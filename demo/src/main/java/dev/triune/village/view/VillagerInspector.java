/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.AgentInspection;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.village.people.Body;
import dev.triune.village.people.Villager;
import dev.triune.village.sim.VillageSimulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Body> mBody;

    VillagerInspector(VillageSimulation simulation, ActivityLog activityLog) {
        this.simulation = simulation;
        this.lives = activityLog;
    }

    /** Returns the details of the villager with a number and entity id. */
    VillagerDetail detail(int number, int agent, double costPerToken) {
        Persona persona = mPersona.get(agent);
        Villager villager = mVillager.get(agent);
        AgentInspection mind = simulation.scheduler().inspect(agent);
        return new VillagerDetail(
                number,
                persona.name,
                villager.trade.label(),
                persona.description,
                List.copyOf(persona.skills),
                List.of(villager.trait.label(), villager.otherTrait.label()),
                villager.extraversion,
                villager.carries + (villager.tool == 0 ? "; their tool is worn out" : ""),
                needs(mNeeds.get(agent), mBody.get(agent)),
                partners(mConversation.get(agent)),
                turn(agent),
                mConversation.get(agent).turns,
                lives.activityOf(number).spokenLines(),
                mind.counts().usage().total() * costPerToken,
                mind);
    }

    private static Map<String, Float> needs(Needs needs, Body body) {
        Map<String, Float> all = new LinkedHashMap<>();
        all.put("hunger", needs.hunger);
        all.put("thirst", body.water);
        all.put("energy", needs.energy);
        all.put("warmth", needs.temperature);
        all.put("health", needs.health);
        all.put("rest", 1 - needs.sleepDrive);
        all.put("company", body.company);
        return all;
    }

    private List<String> partners(Conversation talk) {
        List<String> names = new ArrayList<>();
        IntBag partners = talk.partners;
        for (int i = 0; talk.active && i < partners.size(); i++) {
            names.add(mPersona.get(partners.get(i)).name);
        }
        return names;
    }

    /**
     * Returns the name of the member who has the turn in the villager's conversation, or an empty
     * string.
     */
    private String turn(int agent) {
        Conversation talk = mConversation.get(agent);
        if (!talk.active) {
            return "";
        }
        if (talk.hasFloor) {
            return mPersona.get(agent).name;
        }
        for (int i = 0; i < talk.partners.size(); i++) {
            if (mConversation.get(talk.partners.get(i)).hasFloor) {
                return mPersona.get(talk.partners.get(i)).name;
            }
        }
        return "";
    }
}
