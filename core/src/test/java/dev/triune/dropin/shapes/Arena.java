/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.shapes;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.link.EntityLinkManager;
import com.artemis.systems.IteratingSystem;
import java.util.ArrayList;
import java.util.List;

/** A game: a server's thread processes it again and again, with the seconds since the last time. */
final class Arena {
    private Arena() {}

    /** Where somebody or something is. */
    public static final class Spot extends Component {
        public float x;
        public float y;
    }

    /** What can be hurt. */
    public static final class Body extends Component {
        public float hp = 100;
        public float hurtFor;
    }

    /** A creature of the game, whose own head moves it about. */
    public static final class Mob extends Component {
        public String type = "rat";
        public boolean roams;
        public float angle;
    }

    /** Something to look into. */
    public static final class Chest extends Component {}

    /** Moves mobs, those that roam by itself. */
    static class WalkSystem extends IteratingSystem {
        private static final float SPEED = 3;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Spot> mSpot;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Mob> mMob;

        WalkSystem() {
            super(Aspect.all(Mob.class, Spot.class));
        }

        @Override
        protected void process(int id) {
            Mob mob = mMob.get(id);
            if (mob.roams) {
                mob.angle += world.delta;
                go(id, mob.angle);
            }
        }

        private void go(int id, float angle) {
            Spot at = mSpot.get(id);
            at.x += (float) Math.cos(angle) * SPEED * world.delta;
            at.y += (float) Math.sin(angle) * SPEED * world.delta;
        }

        /** Goes towards another; true once it is there, or the other is gone. */
        boolean walk(int id, int other) {
            if (other >= 0 && mSpot.has(other) && distance(id, other) > 1) {
                Spot from = mSpot.get(id);
                Spot to = mSpot.get(other);
                go(id, (float) Math.atan2(to.y - from.y, to.x - from.x));
                return false;
            }
            return true;
        }

        /** Goes about; true once that took so long. */
        boolean stroll(int id, double seconds, double most) {
            mMob.get(id).angle += world.delta;
            go(id, mMob.get(id).angle);
            return seconds >= most;
        }

        float distance(int one, int other) {
            Spot from = mSpot.get(one);
            Spot to = mSpot.get(other);
            return (float) Math.hypot(to.x - from.x, to.y - from.y);
        }
    }

    /** Lets mobs fight. */
    static class FightSystem extends IteratingSystem {
        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Body> mBody;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private WalkSystem walks;

        FightSystem() {
            super(Aspect.all(Body.class));
        }

        @Override
        protected void process(int id) {
            Body body = mBody.get(id);
            body.hurtFor = Math.max(0, body.hurtFor - world.delta);
        }

        /** Goes to another and strikes; true once that is dead. */
        boolean attack(int id, int victim) {
            Body body = victim < 0 ? null : mBody.get(victim);
            if (body == null || body.hp <= 0 || !walks.walk(id, victim)) {
                return body == null || body.hp <= 0;
            }
            body.hp -= 40 * world.delta;
            body.hurtFor = 2;
            if (body.hp <= 0) {
                world.delete(victim);
            }
            return body.hp <= 0;
        }

        boolean isHurt(int id) {
            return mBody.has(id) && mBody.get(id).hurtFor > 0;
        }
    }

    /** Sends what is said to the players. */
    static class ChatSystem extends BaseSystem {
        final List<String> sent = new ArrayList<>();

        void say(int who, String text) {
            sent.add(who + ": " + text);
        }

        @Override
        protected void processSystem() {}
    }

    /** The systems, without a builder. */
    static List<BaseSystem> systems() {
        return List.of(
                new EntityLinkManager(), new WalkSystem(), new FightSystem(), new ChatSystem());
    }

    /** Mobs and chests in rows; a third of the mobs roam. */
    static void populate(World world, int mobs) {
        for (int i = 0; i < mobs; i++) {
            int mob = at(world, i % 8 * 3, i / 8 * 3);
            Mob head = world.getMapper(Mob.class).create(mob);
            head.type = i % 2 == 0 ? "rat" : "wolf";
            head.roams = i % 3 == 0;
            head.angle = i;
            world.getMapper(Body.class).create(mob);
        }
        world.getMapper(Chest.class).create(at(world, 10, 10));
    }

    private static int at(World world, float x, float y) {
        int id = world.create();
        Spot spot = world.getMapper(Spot.class).create(id);
        spot.x = x;
        spot.y = y;
        return id;
    }
}
