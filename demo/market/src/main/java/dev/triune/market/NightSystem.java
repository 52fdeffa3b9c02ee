/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.badlogic.gdx.math.MathUtils;
import dev.triune.GameClock;
import dev.triune.action.Progress;
import dev.triune.component.Mind;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Wolf;
import java.util.stream.IntStream;

/** Controls the time of day, the wolves of the night, and who flees from whom. */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
public final class NightSystem extends BaseSystem {
    static final Aspect.Builder WOLVES = Aspect.all(Wolf.class);
    private static final int TICKS_PER_HOUR = 10 * GameClock.DEFAULT_TICKS_PER_SECOND;
    private static final float NEAR = 5; // metres at which agents flee

    /** Converts frame time to ticks: minds run at 20 ticks per second. */
    final GameClock clock = GameClock.byDelta();

    private ComponentMapper<Wolf> mWolf;
    private ComponentMapper<Mind> mMind;
    private Square square;

    /** Creates the system with a start hour, 0 to 24. Saves contain the clock and so the hour. */
    NightSystem(float startHour) {
        clock.resume((long) (startHour * TICKS_PER_HOUR));
    }

    /** Returns the hour of the day, 0 to 24. A day takes four minutes. */
    float hour() {
        return clock.tick() % (24 * TICKS_PER_HOUR) / (float) TICKS_PER_HOUR;
    }

    String time() {
        return String.format("%d:%02d", (int) hour(), (int) (hour() % 1 * 60));
    }

    boolean isNight() {
        return hour() >= 21 || hour() < 5;
    }

    /** Returns the daylight, 0 by night to 1 by day. */
    float daylight() {
        return MathUtils.clamp((8.2f - Math.abs(hour() - 13)) / 1.6f, 0, 1);
    }

    @Override
    protected void processSystem() {
        if (!isNight()) {
            square.all(WOLVES).forEach(this::leave);
        } else if (square.all(WOLVES).count() == 0) {
            IntStream.range(0, 3).forEach(new Population(world)::addWolf);
        }
    }

    /** Makes a wolf leave; without its Mind it is no longer an agent. */
    private void leave(int wolf) {
        Body body = square.at(wolf);
        mMind.remove(wolf);
        body.go(0, body.y, 1.6f);
        body.toX = MarketWorld.WIDTH + 3;
        if (body.x > MarketWorld.WIDTH + 2) {
            world.delete(wolf);
        }
    }

    /** Returns whom an agent flees, or -1: people flee wolves, wolves the player. */
    int threatTo(int agent) {
        if (mWolf.has(agent)) {
            return square.distance(agent, square.you()) < NEAR ? square.you() : -1;
        }
        return square.all(WOLVES)
                .filter(wolf -> square.distance(agent, wolf) < NEAR)
                .findFirst()
                .orElse(-1);
    }

    /** Flees from the threat: the behavior of a reflex, without a model. */
    Progress flee(int agent) {
        int threat = threatTo(agent);
        if (threat >= 0) {
            Body at = square.at(agent);
            Body from = square.at(threat);
            float scale = 5 / Math.max(0.1f, at.distance(from));
            at.pause = 0;
            at.go(at.x + (at.x - from.x) * scale, at.y + (at.y - from.y) * scale, 1.6f);
        }
        return Progress.RUNNING; // until the reflex ends
    }
}
