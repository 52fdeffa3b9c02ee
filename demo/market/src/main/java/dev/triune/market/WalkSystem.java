/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.annotations.All;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;
import dev.triune.market.Components.Walk;

/**
 * Walks everybody to where they want to go, around stalls and each other. It knows nothing of minds:
 * runners of actions and the keys of the player give it targets.
 */
@All({Position.class, Walk.class})
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class WalkSystem extends IteratingSystem {
    private static final float BODY = 0.9f; // metres between two people
    private static final float STALL_X = 2.9f; // half the room of a stall
    private static final float STALL_Y = 1.6f;
    private static final float RUN = 1.6f; // times the walking speed

    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Walk> mWalk;
    private EntitySubscription stalls;

    @Override
    protected void initialize() {
        stalls = world.getAspectSubscriptionManager().get(Aspect.all(Position.class, Stall.class));
    }

    /** Sets somebody's target, in metres; a target outside the square is moved to its edge. */
    void go(int walker, float x, float y) {
        Walk walk = mWalk.get(walker);
        walk.toX = Math.max(1, Math.min(MarketWorld.WIDTH - 1, x));
        walk.toY = Math.max(1, Math.min(MarketWorld.HEIGHT - 3, y));
        walk.going = true;
        walk.running = false;
        walk.idle = 0;
    }

    /** Sets a target and gets there faster. */
    void run(int walker, float x, float y) {
        go(walker, x, y);
        mWalk.get(walker).running = true;
        mWalk.get(walker).pause = 0;
    }

    void stop(int walker) {
        mWalk.get(walker).going = false;
    }

    @Override
    protected void process(int walker) {
        Walk walk = mWalk.get(walker);
        float delta = world.getDelta();
        if (walk.pause > 0) {
            walk.pause -= delta;
        } else if (walk.going) {
            step(walk, mPosition.get(walker), delta);
        } else {
            walk.idle += delta;
        }
        keepClear(walker, mPosition.get(walker));
    }

    private static void step(Walk walk, Position at, float delta) {
        float dx = walk.toX - at.x;
        float dy = walk.toY - at.y;
        float left = (float) Math.hypot(dx, dy);
        float step = Math.min(left, walk.speed * (walk.running ? RUN : 1) * delta);
        if (left > 0.01f) {
            at.x += dx / left * step;
            at.y += dy / left * step;
            walk.stride += step;
            walk.facesLeft = Math.abs(dx) > 0.1f ? dx < 0 : walk.facesLeft;
        }
        walk.going = left > 0.3f;
    }

    /** Moves somebody out of stalls and away from others. Thirty people need no index of places. */
    private void keepClear(int walker, Position at) {
        IntBag obstacles = stalls.getEntities();
        for (int i = 0; i < obstacles.size(); i++) {
            Position stall = mPosition.get(obstacles.get(i));
            float dx = (at.x - stall.x) / STALL_X;
            float dy = (at.y - stall.y) / STALL_Y;
            float depth = (float) Math.hypot(dx, dy);
            if (depth < 1) { // out and a little sideways, so that nobody pushes against the middle
                at.x += dx * (1 - depth) * STALL_X + (dx < 0 ? -0.02f : 0.02f);
                at.y += dy * (1 - depth) * STALL_Y;
            }
        }
        IntBag others = subscription.getEntities();
        for (int i = 0; i < others.size(); i++) {
            Position other = mPosition.get(others.get(i));
            float distance = at.distance(other);
            if (others.get(i) != walker && distance < BODY) {
                float push = (BODY - distance) * 0.1f;
                at.x += (at.x - other.x) / Math.max(distance, 0.01f) * push;
                at.y += (at.y - other.y) / Math.max(distance, 0.01f) * push;
            }
        }
    }
}
