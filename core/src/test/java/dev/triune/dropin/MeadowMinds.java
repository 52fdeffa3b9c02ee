/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import com.artemis.*;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.Bag;
import dev.triune.action.*;
import dev.triune.component.Needs;
import dev.triune.dropin.meadow.*;
import java.util.function.*;

/** All that the meadow has to write to have minds: how they fare, and what they can do. */
class MeadowMinds extends IteratingSystem {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("graze", "eat berries at the nearest bush", Field.whole("berries", 1, 40))
            .action("chop", "cut wood at the nearest tree", Field.whole("wood", 1, 20))
            .build();
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Hunger> mHunger;
    private ComponentMapper<Health> mHealth;
    private ComponentMapper<Orders> mOrders;
    private LookoutSystem lookout;

    MeadowMinds() {
        super(Aspect.all(Needs.class, Hunger.class, Health.class, Orders.class));
    }

    // [sample]
    @Override
    protected void process(int creature) {
        Needs needs = mNeeds.get(creature);
        needs.hunger = 1 - mHunger.get(creature).points / 100; // 100 is starving there, 1 well here
        needs.health = mHealth.get(creature).points / (float) Health.MAX;
        needs.danger = lookout.threat(creature) >= 0;
    }
    // [end]

    // [sample]
    void runners(BiConsumer<String, BehaviorRunner> run) {
        run.accept("graze", ordered((id, step) -> Order.eat(step.whole("berries", 1))));
        run.accept("chop", ordered((id, step) -> Order.chop(step.whole("wood", 1))));
        run.accept("seek_food", ordered((id, step) -> Order.eat(100)));
        run.accept("flee_danger", ordered((id, step) -> lookout.flight(id)));
    }

    private BehaviorRunner ordered(BiFunction<Integer, Step, Order> order) {
        Bag<Order> given = new Bag<>();
        return new BehaviorRunner() {
            @Override
            public Progress start(int creature, Step step) {
                given.set(creature, order.apply(creature, step));
                mOrders.get(creature).list.add(given.get(creature));
                return Progress.RUNNING;
            }

            @Override
            public Progress tick(int creature, Step step) {
                String failure = given.get(creature).failure;
                Progress end = given.get(creature).done ? Progress.DONE : Progress.RUNNING;
                return failure.isEmpty() ? end : Progress.failed(failure);
            }

            @Override
            public void stop(int creature, Step step) {
                mOrders.get(creature).list.remove(given.get(creature));
            }
        };
    }
    // [end]
}
