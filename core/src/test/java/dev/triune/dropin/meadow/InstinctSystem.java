/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;

/** The game's own simple wits: flee, graze when hungry, else stroll. */
public class InstinctSystem extends IteratingSystem {
    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Instinct> mInstinct;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Hunger> mHunger;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Orders> mOrders;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private LookoutSystem lookout;

    public InstinctSystem() {
        super(Aspect.all(Instinct.class, Hunger.class, Position.class, Orders.class)
                .exclude(Dead.class));
    }

    @Override
    protected void process(int creature) {
        Orders orders = mOrders.get(creature);
        Instinct instinct = mInstinct.get(creature);
        instinct.dice = Dice.roll(instinct.dice);
        if (lookout.threat(creature) >= 0) {
            orders.list.clear();
            orders.list.add(lookout.flight(creature));
        } else if (orders.list.isEmpty() && mHunger.get(creature).points > 60) {
            orders.list.add(Order.eat(50));
        } else if (orders.list.isEmpty() && Dice.upTo(instinct.dice, 40) == 0) {
            Position here = mPosition.get(creature);
            float x = here.x + Dice.upTo(Dice.roll(instinct.dice), 21) - 10;
            float y = here.y + Dice.upTo(Dice.roll(instinct.dice + 1), 21) - 10;
            orders.list.add(Order.move(x, y));
        }
    }
}
