/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Persona;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Village;

/**
 * Teaches youngsters a trade: once an hour, each working youngster learns from the nearest working
 * teacher within earshot. After {@value Villager#LESSONS} lessons in a trade, it takes up that
 * trade.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Behavior.class, Position.class, Persona.class})
public class ApprenticeSystem extends IteratingSystem {
    private static final int NOBODY = -1;

    @Wire
    private Village village;

    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Persona> mPersona;

    @Override
    protected boolean checkProcessing() {
        return village.tick() % Calendar.TICKS_PER_HOUR == 0;
    }

    @Override
    protected void process(int agent) {
        Villager pupil = mVillager.get(agent);
        if (pupil.trade != Trade.YOUNGSTER || !works(agent)) {
            return;
        }
        int teacher = nearestTeacher(agent);
        if (teacher == NOBODY) {
            return;
        }
        Trade trade = mVillager.get(teacher).trade;
        if (++pupil.lessons[trade.ordinal()] == Villager.LESSONS) {
            pupil.trade = trade;
            Persona persona = mPersona.get(agent);
            persona.description = VillagerProfiles.description(pupil.number, trade);
            persona.role = trade.label();
            village.chronicle()
                    .add(
                            Chronicle.Change.TRADES_LEARNT,
                            persona.name + " has learnt a trade from " + mPersona.get(teacher).name
                                    + " and others, and is a " + trade.label() + " now");
        }
    }

    private int nearestTeacher(int pupil) {
        IntBag all = subscription.getEntities();
        Position at = mPosition.get(pupil);
        int nearest = NOBODY;
        float nearestDistance = SensesSystem.EARSHOT;
        for (int i = 0; i < all.size(); i++) {
            int other = all.get(i);
            float away = mPosition.get(other).distance(at.x, at.y);
            if (away < nearestDistance && mVillager.get(other).trade.isTaught() && works(other)) {
                nearestDistance = away;
                nearest = other;
            }
        }
        return nearest;
    }

    private boolean works(int agent) {
        return mBehavior.get(agent).origin == Behavior.Origin.STEP;
    }
}
