/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;

/** Carries orders out, the first one of each creature. */
public class OrderSystem extends IteratingSystem {
    private static final float SPEED = 0.5f;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Orders> mOrders;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Hunger> mHunger;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Load> mLoad;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Bush> mBush;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Tree> mTree;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private LookoutSystem lookout;

    public OrderSystem() {
        super(Aspect.all(Orders.class, Position.class).exclude(Dead.class));
    }

    /** Goes a step of the way; true once it is there. */
    static boolean walk(Position here, float x, float y, float speed) {
        float far = (float) Math.hypot(x - here.x, y - here.y);
        if (far <= speed) {
            here.x = x;
            here.y = y;
            return true;
        }
        here.x += (x - here.x) / far * speed;
        here.y += (y - here.y) / far * speed;
        return false;
    }

    @Override
    protected void process(int creature) {
        Orders orders = mOrders.get(creature);
        Order order = orders.list.peek();
        if (order == null) {
            return;
        }
        switch (order.kind) {
            case MOVE -> order.done = walk(mPosition.get(creature), order.x, order.y, SPEED);
            case EAT -> eat(creature, order);
            case CHOP -> chop(creature, order);
        }
        if (order.done || !order.failure.isEmpty()) {
            orders.list.remove(order);
        }
    }

    private void eat(int creature, Order order) {
        int bush = lookout.bush(creature);
        if (bush < 0 || mBush.get(bush).berries == 0) {
            order.failure = "there are no berries";
        } else if (isAt(creature, bush)) {
            Hunger hunger = mHunger.get(creature);
            mBush.get(bush).berries--;
            hunger.points = Math.max(0, hunger.points - 5);
            order.amount--;
            order.done = order.amount <= 0 || hunger.points == 0;
        }
    }

    private void chop(int creature, Order order) {
        int tree = lookout.tree(creature);
        if (tree < 0 || mTree.get(tree).wood == 0) {
            order.failure = "there is no wood";
        } else if (isAt(creature, tree)) {
            mTree.get(tree).wood--;
            mLoad.get(creature).wood++;
            order.amount--;
            order.done = order.amount <= 0;
        }
    }

    private boolean isAt(int creature, int thing) {
        Position there = mPosition.get(thing);
        return walk(mPosition.get(creature), there.x, there.y, SPEED);
    }
}
