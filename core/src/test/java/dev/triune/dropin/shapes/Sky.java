/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.ArtemisPlugin;
import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.systems.IteratingSystem;
import java.util.ArrayList;
import java.util.List;

/** A game that is processed once a frame, with plugins of its own. */
final class Sky {
    private Sky() {}

    /** Where something is, in pixels. */
    public static final class Pos extends Component {
        public float x;
        public float y;
    }

    /** How fast something moves, in pixels a second. */
    public static final class Velocity extends Component {
        public float x;
        public float y;
    }

    /** A bird, which flees from the player by itself if it is shy. */
    public static final class Bird extends Component {
        public String name = "";
        public boolean shy = true;
    }

    /** Something to peck. */
    public static final class Seed extends Component {
        public int pecks;
    }

    /** The game's physics, as a plugin. */
    static class PhysicsPlugin implements ArtemisPlugin {
        @Override
        public void setup(WorldConfigurationBuilder builder) {
            builder.with(new PhysicsSystem());
        }
    }

    /** Moves what has a velocity, and pulls it down to the ground at 0. */
    static class PhysicsSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Pos> mPos;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Velocity> mVelocity;

        PhysicsSystem() {
            super(Aspect.all(Pos.class, Velocity.class));
        }

        @Override
        protected void process(int id) {
            Pos pos = mPos.get(id);
            Velocity velocity = mVelocity.get(id);
            pos.x += velocity.x * world.delta;
            pos.y = Math.max(0, pos.y + velocity.y * world.delta);
            velocity.y -= 50 * world.delta;
        }
    }

    /** The head of birds. */
    static class BirdBrainSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Pos> mPos;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Velocity> mVelocity;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Bird> mBird;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Seed> mSeed;

        BirdBrainSystem() {
            super(Aspect.all(Bird.class, Pos.class, Velocity.class));
        }

        @Override
        protected void process(int id) {
            if (mBird.get(id).shy) {
                flap(id, mPos.get(id).x < 100 ? 1 : -1);
            }
        }

        /** Beats its wings for a moment, to the right or to the left; true, as it may end. */
        boolean flap(int id, int side) {
            mVelocity.get(id).y = Math.min(40, mVelocity.get(id).y + 90 * world.delta);
            mVelocity.get(id).x = 30 * side;
            return true;
        }

        /** Comes down; true once it is on the ground. */
        boolean land(int id) {
            mVelocity.get(id).x = 0;
            return mPos.get(id).y <= 0;
        }

        /** Goes to a seed and pecks it; true once that is done, or the seed is gone. */
        boolean peck(int id, int seed) {
            if (seed < 0 || !mSeed.has(seed)) {
                return true;
            }
            float way = mPos.get(seed).x - mPos.get(id).x;
            mVelocity.get(id).x = Math.abs(way) < 2 ? 0 : 30 * Math.signum(way);
            mSeed.get(seed).pecks += Math.abs(way) < 2 ? 1 : 0;
            return Math.abs(way) < 2;
        }
    }

    /** Bubbles above heads. */
    static class BubbleSystem extends BaseSystem {
        final List<String> shown = new ArrayList<>();

        @Override
        protected void processSystem() {}
    }

    /** The builder of the game. */
    static WorldConfigurationBuilder builder() {
        return new WorldConfigurationBuilder()
                .with(new PhysicsPlugin())
                .with(new BirdBrainSystem(), new BubbleSystem());
    }

    /** Birds and seeds. */
    static void populate(World world, int birds) {
        for (int i = 0; i < birds; i++) {
            int id = world.create();
            world.getMapper(Pos.class).create(id).x = i % 20 * 10;
            world.getMapper(Velocity.class).create(id);
            world.getMapper(Bird.class).create(id).name = "Bird " + i;
            int seed = world.create();
            world.getMapper(Pos.class).create(seed).x = i % 20 * 10 + 5;
            world.getMapper(Seed.class).create(seed);
        }
    }
}
