/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.link.EntityLinkManager;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import java.util.List;

/** A game of turns, 25 in a second, whose animals choose among behaviours by what they want most. */
final class Warren {
    private Warren() {}

    /** A field of the map. */
    public static final class Cell extends Component {
        public int x;
        public int y;
    }

    /** An animal and what it wants. */
    public static final class Beast extends Component {
        public String kind = "rabbit";
        public int hunger;
        public int turn;

        /** How well it is fed, 0 to 1. */
        float fed() {
            return 1 - hunger / 100f;
        }

        String name(int id) {
            return kind + " " + id;
        }
    }

    /** An animal that the game's own AI moves. */
    public static final class Instinct extends Component {}

    /** Grass, which is eaten and grows. */
    public static final class Grass extends Component {
        public int blades = 20;
    }

    /** One of the game's behaviours: how much an animal wants it, and a turn of it. */
    abstract static class Behaviour extends BaseSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        ComponentMapper<Cell> mCell;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        ComponentMapper<Beast> mBeast;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        ComponentMapper<Grass> mGrass;

        /** How much an animal wants to; 0 if it cannot. */
        abstract float evaluate(int id);

        /** Does a turn of it. */
        abstract void act(int id);

        /** Does a turn of it, unless the animal cannot; whether it did. */
        boolean turn(int id) {
            boolean wants = evaluate(id) > 0;
            if (wants) {
                act(id);
            }
            return wants;
        }

        @Override
        protected void processSystem() {}

        int nearest(Class<? extends Component> what, int id, String kind) {
            IntBag all = world.getAspectSubscriptionManager()
                    .get(Aspect.all(Cell.class, what))
                    .getEntities();
            int best = -1;
            for (int i = 0; i < all.size(); i++) {
                int other = all.get(i);
                boolean fits = kind.isEmpty() || kind.equals(mBeast.get(other).kind);
                if (other != id && fits && (best < 0 || far(id, other) < far(id, best))) {
                    best = other;
                }
            }
            return best;
        }

        int far(int one, int other) {
            Cell from = mCell.get(one);
            Cell to = mCell.get(other);
            return Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y));
        }

        void step(int id, int other, int by) {
            Cell from = mCell.get(id);
            Cell to = mCell.get(other);
            from.x += by * Integer.signum(to.x - from.x);
            from.y += by * Integer.signum(to.y - from.y);
        }
    }

    /** Eats grass. */
    static class GrazeBehaviour extends Behaviour {
        @Override
        float evaluate(int id) {
            boolean grazes = mBeast.get(id).kind.equals("rabbit");
            return grazes && nearest(Grass.class, id, "") >= 0 ? mBeast.get(id).hunger / 100f : 0;
        }

        @Override
        void act(int id) {
            int grass = nearest(Grass.class, id, "");
            if (grass >= 0 && far(id, grass) > 0) {
                step(id, grass, 1);
            } else if (grass >= 0 && mGrass.get(grass).blades > 0) {
                mGrass.get(grass).blades--;
                mBeast.get(id).hunger = Math.max(0, mBeast.get(id).hunger - 10);
            }
        }
    }

    /** Runs away from wolves. */
    static class FleeBehaviour extends Behaviour {
        @Override
        float evaluate(int id) {
            int wolf = nearest(Beast.class, id, "wolf");
            return mBeast.get(id).kind.equals("rabbit") && wolf >= 0 && far(id, wolf) < 5 ? 1 : 0;
        }

        @Override
        void act(int id) {
            int wolf = nearest(Beast.class, id, "wolf");
            if (wolf >= 0) {
                step(id, wolf, -1);
            }
        }
    }

    /** Keeps to the others. */
    static class FlockBehaviour extends Behaviour {
        @Override
        float evaluate(int id) {
            int other = nearest(Beast.class, id, mBeast.get(id).kind);
            return other >= 0 && far(id, other) > 2 ? 0.2f : 0;
        }

        @Override
        void act(int id) {
            int other = nearest(Beast.class, id, mBeast.get(id).kind);
            if (other >= 0) {
                step(id, other, 1);
            }
        }
    }

    /** Goes about. */
    static class WanderBehaviour extends Behaviour {
        @Override
        float evaluate(int id) {
            return 0.1f;
        }

        @Override
        void act(int id) {
            int turn = mBeast.get(id).turn++;
            mCell.get(id).x += (id + turn / 7) % 3 - 1;
            mCell.get(id).y += (id + turn / 5) % 3 - 1;
        }
    }

    /** Makes animals hungry. */
    static class HungerSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Beast> mBeast;

        HungerSystem() {
            super(Aspect.all(Beast.class));
        }

        @Override
        protected void process(int id) {
            Beast animal = mBeast.get(id);
            animal.hunger = Math.min(100, animal.hunger + (animal.turn++ % 5 == 0 ? 1 : 0));
        }
    }

    /** The game's own AI: the behaviour that an animal wants most. */
    static class InstinctSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private GrazeBehaviour graze;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private FleeBehaviour flee;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private FlockBehaviour flock;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private WanderBehaviour wander;

        InstinctSystem() {
            super(Aspect.all(Instinct.class, Beast.class, Cell.class));
        }

        @Override
        protected void process(int id) {
            Behaviour best = wander;
            for (Behaviour each : new Behaviour[] {graze, flee, flock}) {
                best = each.evaluate(id) > best.evaluate(id) ? each : best;
            }
            best.act(id);
        }
    }

    /** The log that the player reads. */
    static class LogSystem extends BaseSystem {
        final List<String> lines = new java.util.ArrayList<>();

        @Override
        protected void processSystem() {}
    }

    /** The systems, without a builder. */
    static List<BaseSystem> systems() {
        return List.of(
                new EntityLinkManager(),
                new GrazeBehaviour(),
                new FleeBehaviour(),
                new FlockBehaviour(),
                new WanderBehaviour(),
                new HungerSystem(),
                new InstinctSystem(),
                new LogSystem());
    }

    /** Rabbits and a few wolves on a meadow. */
    static void populate(World world, int animals) {
        for (int i = 0; i < animals; i++) {
            int id = at(world, i * 7 % 40, i * 11 % 40);
            Beast animal = world.getMapper(Beast.class).create(id);
            animal.kind = i % 8 == 7 ? "wolf" : "rabbit";
            animal.hunger = i * 13 % 90;
            world.getMapper(Instinct.class).create(id);
            world.getMapper(Grass.class).create(at(world, i * 5 % 40, i * 3 % 40));
        }
    }

    private static int at(World world, int x, int y) {
        int id = world.create();
        Cell cell = world.getMapper(Cell.class).create(id);
        cell.x = x;
        cell.y = y;
        return id;
    }
}
