/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.Mind;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Walk;
import dev.triune.market.Components.Wolf;

/** The time of day; wolves that come with the night and leave with it; who is in danger. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class NightSystem extends BaseSystem {
    private static final int TICKS_PER_HOUR = 10 * MarketWorld.TICKS_PER_SECOND;
    private static final int WOLVES = 3;
    private static final float FEARED = 6; // metres between a person and a wolf
    private static final float BOLD = 4; // metres between a wolf and the player

    private final GameClock clock;
    private final Population population;
    float startHour;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Walk> mWalk;
    private ComponentMapper<Wolf> mWolf;
    private ComponentMapper<Mind> mMind;
    private Directory directory;
    private EntitySubscription wolves;

    NightSystem(GameClock clock, Population population, float startHour) {
        this.clock = clock;
        this.population = population;
        this.startHour = startHour;
    }

    @Override
    protected void initialize() {
        wolves = world.getAspectSubscriptionManager().get(Aspect.all(Wolf.class));
    }

    /** Returns the hour of the day, 0 to 24. A day takes four minutes. */
    float hour() {
        return (startHour + (float) clock.tick() / TICKS_PER_HOUR) % 24;
    }

    boolean isNight() {
        return hour() >= 21 || hour() < 5;
    }

    /** Returns how light it is, 0 by night to 1 by day. */
    float daylight() {
        float fromNoon = Math.abs(hour() - 13);
        return Math.max(0, Math.min(1, (8.2f - fromNoon) / 1.6f));
    }

    int wolves() {
        return wolves.getEntities().size();
    }

    @Override
    protected void processSystem() {
        if (isNight()) {
            for (int i = wolves(); i < WOLVES; i++) {
                population.addWolf(world, i);
            }
            return;
        }
        IntBag leaving = wolves.getEntities();
        for (int i = 0; i < leaving.size(); i++) {
            leave(leaving.get(i));
        }
    }

    /** Without its Mind a wolf is no agent any more, and the game moves it. */
    private void leave(int wolf) {
        Walk walk = mWalk.get(wolf);
        if (mMind.has(wolf)) {
            mMind.remove(wolf);
            walk.pause = 0;
            walk.toX = MarketWorld.WIDTH + 3;
            walk.toY = mPosition.get(wolf).y;
            walk.going = true;
        } else if (!walk.going) {
            world.delete(wolf);
        }
    }

    /** Returns what an agent has to run from, or -1: people run from wolves, wolves from the player. */
    int threatTo(int agent) {
        if (mWolf.has(agent)) {
            return isNear(agent, directory.you(), BOLD) ? directory.you() : -1;
        }
        IntBag all = wolves.getEntities();
        for (int i = 0; i < all.size(); i++) {
            if (isNear(agent, all.get(i), FEARED)) {
                return all.get(i);
            }
        }
        return -1;
    }

    private boolean isNear(int one, int other, float metres) {
        return other >= 0 && mPosition.get(one).distance(mPosition.get(other)) < metres;
    }
}
