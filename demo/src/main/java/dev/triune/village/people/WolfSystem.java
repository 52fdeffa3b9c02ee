/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import dev.triune.village.world.Weather;
import dev.triune.village.world.Wolf;

/**
 * Controls the wolf. Once in three days, by daylight and not before the first afternoon, it hunts a
 * villager who builds, or in the afternoon of the third day the one farthest from the square. It
 * comes in a minute that depends on the seed, and leaves after a while, or when nobody is near.
 * Villagers near it are in danger; it hurts them, but does not kill.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Needs.class, Position.class, Errand.class, Conversation.class})
public class WolfSystem extends BaseEntitySystem {
    private static final int EARLIEST = 8 * Calendar.TICKS_PER_HOUR;
    private static final int LATEST = 2 * Calendar.TICKS_PER_DAY + 9 * Calendar.TICKS_PER_HOUR;
    private static final int FIRST_LIGHT = 8;
    private static final int LAST_LIGHT = 17;
    private static final float APPEAR_DISTANCE = 11;
    private static final float GIVE_UP_DISTANCE = 14;
    private static final float BITE_DISTANCE = 0.8f;
    private static final float BITE = 0.002f;
    private static final float MIN_HEALTH = 0.4f;
    private static final int STAY_TICKS = 900;
    private static final int ROAMING_TICKS = 150;
    private static final int NOBODY = -1;

    @Wire
    private Village village;

    private Wolf wolf;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<Conversation> mConversation;

    @Override
    protected void initialize() {
        wolf = village.wolf();
    }

    @Override
    protected void processSystem() {
        IntBag all = subscription.getEntities();
        if (!wolf.isPresent() && isDue()) {
            int prey = findPrey(all);
            if (prey != NOBODY) {
                appearNear(prey);
            }
        }
        if (wolf.isPresent()) {
            hunt(all);
        }
    }

    /** Returns whether it may come in this tick and has not come in the current cycle. */
    private boolean isDue() {
        long cycle = (long) Weather.CYCLE_DAYS * Calendar.TICKS_PER_DAY;
        long tick = village.tick() - village.pastHour();
        int hour = Calendar.hour(tick);
        return tick % Calendar.TICKS_PER_HOUR == 0
                && tick % cycle >= EARLIEST
                && hour >= FIRST_LIGHT
                && hour < LAST_LIGHT
                && (wolf.arrivalTick() < 0 || wolf.arrivalTick() / cycle < tick / cycle);
    }

    /**
     * Returns a villager who builds; late on the third day otherwise the one farthest from the
     * square.
     */
    private int findPrey(IntBag all) {
        boolean anyVillagerWillDo = (village.tick() - village.pastHour())
                        % ((long) Weather.CYCLE_DAYS * Calendar.TICKS_PER_DAY)
                >= LATEST;
        int prey = NOBODY;
        float farthest = 0;
        for (int i = 0; i < all.size(); i++) {
            int agent = all.get(i);
            if (isBuilding(mErrand.get(agent))) {
                return agent;
            }
            Position at = mPosition.get(agent);
            float distanceTo = at.distance(Place.SQUARE.x(), Place.SQUARE.y());
            if (anyVillagerWillDo && distanceTo > farthest) {
                farthest = distanceTo;
                prey = agent;
            }
        }
        return prey;
    }

    /** Returns whether a villager builds and will not finish before the wolf arrives. */
    private static boolean isBuilding(Errand errand) {
        return errand.site != null
                && errand.work > 0
                && errand.work < errand.site.building().ticks() - ROAMING_TICKS;
    }

    /** Puts the wolf on the map, out of sight of the prey and away from the square. */
    private void appearNear(int prey) {
        Position at = mPosition.get(prey);
        float dx = at.x - Place.SQUARE.x();
        float dy = at.y - Place.SQUARE.y();
        float length = Math.max(1, (float) Math.sqrt(dx * dx + dy * dy));
        wolf.appear(
                onMap(at.x + dx / length * APPEAR_DISTANCE),
                onMap(at.y + dy / length * APPEAR_DISTANCE),
                village.tick());
    }

    private void hunt(IntBag all) {
        int nearest = NOBODY;
        float nearestDistance = 2 * Place.MAP_SIZE;
        boolean stayIsOver = village.tick() - wolf.arrivalTick() > STAY_TICKS;
        for (int i = 0; i < all.size(); i++) {
            int agent = all.get(i);
            float distanceTo = frighten(agent, stayIsOver);
            if (distanceTo < nearestDistance) {
                nearestDistance = distanceTo;
                nearest = agent;
            }
        }
        if (stayIsOver || nearest == NOBODY || nearestDistance > GIVE_UP_DISTANCE) {
            leave(all);
        } else {
            wolf.moveTowards(mPosition.get(nearest).x, mPosition.get(nearest).y);
        }
    }

    /** Updates whether a villager is in danger, and bites; returns the distance to the wolf. */
    private float frighten(int agent, boolean stayIsOver) {
        Needs needs = mNeeds.get(agent);
        Position at = mPosition.get(agent);
        float distanceTo = wolf.distance(at.x, at.y);
        boolean wary = needs.danger || mConversation.get(agent).active; // nobody chats beside it
        needs.danger = !stayIsOver && distanceTo < (wary ? Wolf.SAFE_RADIUS : Wolf.FEAR_RADIUS);
        if (distanceTo < BITE_DISTANCE && needs.health > MIN_HEALTH) {
            needs.health -= BITE;
        }
        return distanceTo;
    }

    private void leave(IntBag all) {
        wolf.leave();
        for (int i = 0; i < all.size(); i++) {
            mNeeds.get(all.get(i)).danger = false;
        }
    }

    private static float onMap(float coordinate) {
        return Math.max(0, Math.min(Place.MAP_SIZE, coordinate));
    }
}
