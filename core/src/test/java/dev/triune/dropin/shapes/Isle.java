/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.systems.IteratingSystem;
import java.util.ArrayList;
import java.util.List;

/** A game server with a tick of 600 ms, whose delta counts ticks: {@code world.setDelta(1F)}. */
final class Isle {
    private Isle() {}

    /** A tile of the isle. */
    public static final class Tile extends Component {
        public int x;
        public int y;
    }

    /** Somebody who is no player. */
    public static final class Npc extends Component {
        public String name = "";
        public boolean walksAtRandom = true;
        public int seed;
    }

    /** Where a creature walks. */
    public static final class Route extends Component {
        public int x;
        public int y;
        public boolean walking;
    }

    /** Walks a tile in each tick. */
    static class MovementSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Tile> mTile;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Route> mRoute;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Npc> mNpc;

        MovementSystem() {
            super(Aspect.all(Tile.class, Route.class, Npc.class));
        }

        @Override
        protected void process(int id) {
            Tile at = mTile.get(id);
            Route route = mRoute.get(id);
            Npc npc = mNpc.get(id);
            if (npc.walksAtRandom && !route.walking) {
                npc.seed = npc.seed * 1_103_515_245 + 12_345;
                go(id, at.x + (npc.seed >>> 16) % 7 - 3, at.y + (npc.seed >>> 20) % 7 - 3);
            }
            at.x += Integer.signum(route.x - at.x);
            at.y += Integer.signum(route.y - at.y);
            route.walking = route.x != at.x || route.y != at.y;
        }

        /** Sends somebody to a tile; true once it is there. */
        boolean go(int id, int x, int y) {
            Route route = mRoute.get(id);
            route.x = x;
            route.y = y;
            route.walking = x != mTile.get(id).x || y != mTile.get(id).y;
            return !route.walking;
        }

        /** Sends somebody to another; true once it stands beside that, or the other is gone. */
        boolean goTo(int id, int other) {
            if (other < 0 || !mTile.has(other)) {
                return true;
            }
            Tile at = mTile.get(id);
            Tile to = mTile.get(other);
            go(id, to.x, to.y);
            return Math.abs(to.x - at.x) <= 1 && Math.abs(to.y - at.y) <= 1;
        }

        void stop(int id) {
            go(id, mTile.get(id).x, mTile.get(id).y);
        }
    }

    /** What stands above heads. */
    static class ForceChat extends BaseSystem {
        final List<String> lines = new ArrayList<>();

        @Override
        protected void processSystem() {}
    }

    /** The systems of the game. */
    static BaseSystem[] systems() {
        return new BaseSystem[] {new MovementSystem(), new ForceChat()};
    }

    /** People of the isle. */
    static void populate(World world, int npcs) {
        for (int i = 0; i < npcs; i++) {
            int id = world.create();
            Tile tile = world.getMapper(Tile.class).create(id);
            tile.x = i % 9;
            tile.y = i / 9;
            Npc npc = world.getMapper(Npc.class).create(id);
            npc.name = "Islander " + i;
            npc.seed = i;
            world.getMapper(Route.class).create(id);
        }
    }
}
