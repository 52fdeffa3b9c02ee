/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;

/** Finds what is near. */
public class LookoutSystem extends BaseSystem {
    private static final float FEAR = 8;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private EntitySubscription wolves;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private EntitySubscription prey;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private EntitySubscription bushes;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private EntitySubscription trees;

    @Override
    protected void initialize() {
        wolves = of(Aspect.all(Wolf.class, Position.class));
        prey = of(Aspect.all(Hunger.class, Position.class).exclude(Dead.class));
        bushes = of(Aspect.all(Bush.class, Position.class));
        trees = of(Aspect.all(Tree.class, Position.class));
    }

    private EntitySubscription of(Aspect.Builder aspect) {
        return world.getAspectSubscriptionManager().get(aspect);
    }

    /** The wolf that a creature has to fear, or -1. */
    public int threat(int creature) {
        return nearest(wolves, creature, FEAR);
    }

    /** The order to run from what a creature fears. */
    public Order flight(int creature) {
        Position here = mPosition.get(creature);
        int wolf = threat(creature);
        if (wolf < 0) {
            return Order.move(here.x, here.y);
        }
        Position there = mPosition.get(wolf);
        float x = here.x - there.x;
        float y = here.y - there.y;
        float far = Math.max(0.1f, (float) Math.hypot(x, y));
        return Order.move(here.x + x / far * 12, here.y + y / far * 12);
    }

    int prey(int wolf) {
        return nearest(prey, wolf, 15);
    }

    int bush(int creature) {
        return nearest(bushes, creature, 60);
    }

    int tree(int creature) {
        return nearest(trees, creature, 60);
    }

    private int nearest(EntitySubscription things, int from, float reach) {
        Position here = mPosition.get(from);
        IntBag ids = things.getEntities();
        int best = -1;
        double least = reach;
        for (int i = 0; i < ids.size(); i++) {
            Position there = mPosition.get(ids.get(i));
            double far = Math.hypot(there.x - here.x, there.y - here.y);
            if (far < least) {
                least = far;
                best = ids.get(i);
            }
        }
        return best;
    }

    @Override
    protected void processSystem() {}
}
