/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Persona;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.Arrays;

/**
 * Announces at the end of each season who provided most of each resource, and how much there was in
 * this season and the one before. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Persona.class})
public class SeasonReviewSystem extends BaseEntitySystem {
    @Wire
    private Village village;

    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Persona> mPersona;

    @Override
    protected boolean checkProcessing() {
        long tick = village.tick();
        return tick % Calendar.TICKS_PER_DAY == 0
                && Calendar.season(tick) != Calendar.season(tick - 1);
    }

    @Override
    protected void processSystem() {
        String season = Calendar.season(village.tick() - 1).label();
        for (Resource resource : Resource.values()) {
            announceBest(resource, season);
        }
        IntBag all = subscription.getEntities();
        for (int i = 0; i < all.size(); i++) {
            Villager villager = mVillager.get(all.get(i));
            System.arraycopy(villager.provided, 0, villager.lastSeason, 0, Resource.COUNT);
            Arrays.fill(villager.provided, 0);
        }
    }

    private void announceBest(Resource resource, String season) {
        IntBag all = subscription.getEntities();
        int best = -1;
        int most = 0;
        int total = 0;
        int totalBefore = 0;
        for (int i = 0; i < all.size(); i++) {
            Villager villager = mVillager.get(all.get(i));
            int provided = villager.provided[resource.ordinal()];
            total += provided;
            totalBefore += villager.lastSeason[resource.ordinal()];
            if (provided > most) {
                most = provided;
                best = all.get(i);
            }
        }
        if (best >= 0) {
            village.chronicle()
                    .announce("nobody " + resource.obtained("more") + " in " + season + " than "
                            + mPersona.get(best).name + ": " + most + " of " + total
                            + (totalBefore == 0 ? "" : ", after " + totalBefore + " before"));
        }
    }
}
