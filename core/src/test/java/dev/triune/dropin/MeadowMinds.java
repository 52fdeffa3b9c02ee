/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import com.artemis.*;
import com.artemis.utils.Bag;
import dev.triune.*;
import dev.triune.action.*;
import dev.triune.component.*;
import dev.triune.dropin.meadow.*;
import java.util.function.*;

/** All that the meadow has to write to have minds: how they fare, and what they can do. */
class MeadowMinds extends BaseSystem {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("graze", "eat berries at the nearest bush", Field.whole("berries", 1, 40))
            .action("chop", "cut wood at the nearest tree", Field.whole("wood", 1, 20))
            .build();
    private ComponentMapper<Orders> mOrders;
    private LookoutSystem lookout;

    // [sample]
    Feed[] feeds() {
        return new Feed[] {
            Feed.copy(Hunger.class, Needs.class, (from, to) -> to.hunger = 1 - from.points / 100),
            Feed.copy(Health.class, Needs.class, (from, to) -> to.health = from.share()),
            Feed.danger(creature -> lookout.threat(creature) >= 0),
            Feed.copy(Nickname.class, Persona.class, (from, to) -> to.name = from.text),
            Vision.by(Position.class, at -> at.x, at -> at.y)
                    .sees(Bush.class, "berry bush", "bush")
                    .sees(Tree.class, "oak", "tree")
                    .sees(Wolf.class, "wolf", "beast"),
            Feed.speech()
        };
    }
    // [end]

    // [sample]
    void runners(BiConsumer<String, ActionRunner<Step>> run) {
        run.accept("graze", ordered((id, step) -> Order.eat(step.whole("berries", 1))));
        run.accept("chop", ordered((id, step) -> Order.chop(step.whole("wood", 1))));
        run.accept("seek_food", ordered((id, step) -> Order.eat(100)));
        run.accept("flee_danger", ordered((id, step) -> lookout.flight(id)));
    }

    private ActionRunner<Step> ordered(BiFunction<Integer, Step, Order> order) {
        Bag<Order> given = new Bag<>();
        return new ActionRunner<Step>() {
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

    @Override
    protected void processSystem() {}
}
