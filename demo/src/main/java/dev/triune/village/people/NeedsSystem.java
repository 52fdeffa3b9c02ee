/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Behavior;
import dev.triune.component.Home;
import dev.triune.component.Needs;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;

/**
 * Changes hunger, thirst, tiredness, cold, loneliness and health in each tick. Nights are cold,
 * storms colder.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Needs.class, Body.class, Behavior.class, Position.class, Home.class})
public class NeedsSystem extends IteratingSystem {
    private static final float HUNGER_AWAKE = 1 / 20_000f;
    private static final float HUNGER_ASLEEP = 1 / 40_000f;
    private static final float ENERGY_SPENT = 1 / 26_000f;
    private static final float ENERGY_RESTED = 1 / 9_000f;
    private static final float DRIVE_GROWN = 1 / 30_000f;
    private static final float DRIVE_SLEPT = 1 / 9_500f;

    /** The minimum sleep drive until the morning, so that nobody gets up at night. */
    private static final float DRIVE_AT_NIGHT = 0.15f;

    private static final float WARMED_BY_FIRE = 1 / 400f;
    private static final float WARMED_BY_SUN = 1 / 2_000f;
    private static final float WARMED_AT_HOME = 1 / 1_500f;
    private static final float CHILLED = 1 / 3_500f;
    private static final float CHILLED_BY_STORM = 1 / 2_000f;
    private static final float INDOORS = 0.7f;
    private static final float THIRST_AWAKE = 1 / 9_000f;
    private static final float THIRST_ASLEEP = 1 / 50_000f;
    private static final float LONELINESS = 1 / 30_000f;
    private static final float HURT_BY_THIRST = 1 / 15_000f;
    private static final float HURT_BY_HUNGER = 1 / 12_000f;
    private static final float HURT_BY_COLD = 1 / 6_000f;
    private static final float HEALED = 1 / 20_000f;
    private static final float AT_HOME = 1.5f;

    @Wire
    private Village village;

    private boolean night;
    private boolean storm;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Home> mHome;
    private ComponentMapper<Body> mBody;
    private ComponentMapper<Villager> mVillager;

    @Override
    protected void begin() {
        long tick = village.tick();
        night = Calendar.phase(tick) == Calendar.Phase.NIGHT;
        storm = village.isStorm();
    }

    @Override
    protected void process(int agent) {
        Needs needs = mNeeds.get(agent);
        if (!needs.alive()) {
            return; // the needs of the dead do not change
        }
        boolean asleep = mBehavior.get(agent).asleep;
        Body body = mBody.get(agent);
        body.water = clamp(body.water - (asleep ? THIRST_ASLEEP : THIRST_AWAKE));
        body.company = clamp(body.company - (asleep ? 0 : LONELINESS));
        needs.bedtime = Calendar.isBedtime(village.tick(), mVillager.get(agent).number);
        needs.hunger = clamp(needs.hunger - (asleep ? HUNGER_ASLEEP : HUNGER_AWAKE));
        needs.energy = clamp(needs.energy + (asleep ? ENERGY_RESTED : -ENERGY_SPENT));
        if (!asleep) {
            needs.sleepDrive = clamp(needs.sleepDrive + DRIVE_GROWN);
        } else if (!needs.bedtime || needs.sleepDrive > DRIVE_AT_NIGHT) {
            needs.sleepDrive = clamp(needs.sleepDrive - DRIVE_SLEPT);
        }
        needs.temperature = clamp(needs.temperature + warming(needs, agent));
        needs.health = clamp(needs.health + healing(needs, body));
    }

    private float warming(Needs needs, int agent) {
        Position at = mPosition.get(agent);
        if (village.buildings().warmedAt(at.x, at.y)) {
            return WARMED_BY_FIRE;
        }
        if (!night && !storm) {
            return WARMED_BY_SUN;
        }
        Home home = mHome.get(agent);
        if (at.distance(home.x, home.y) <= AT_HOME) {
            return needs.temperature < INDOORS ? WARMED_AT_HOME : 0;
        }
        return storm ? -CHILLED_BY_STORM : -CHILLED;
    }

    private static float healing(Needs needs, Body body) {
        if (needs.hunger <= 0) {
            return -HURT_BY_HUNGER;
        }
        if (body.water <= 0) {
            return -HURT_BY_THIRST;
        }
        return needs.temperature <= 0 ? -HURT_BY_COLD : HEALED;
    }

    private static float clamp(float value) {
        return Math.max(0, Math.min(1, value));
    }
}
