/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import com.artemis.ComponentMapper;
import dev.triune.Feed;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.dropin.meadow.Bush;
import dev.triune.dropin.meadow.Health;
import dev.triune.dropin.meadow.Hunger;
import dev.triune.dropin.meadow.LookoutSystem;
import dev.triune.dropin.meadow.Nickname;
import dev.triune.dropin.meadow.Order;
import dev.triune.dropin.meadow.Orders;
import dev.triune.dropin.meadow.Position;
import dev.triune.dropin.meadow.Tree;
import dev.triune.dropin.meadow.Wolf;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** All that the meadow has to write to have minds: how they fare, and what they can do. */
class MeadowMinds {
    static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("graze", "eat berries at the nearest bush", Field.whole("berries", 1, 40))
            .action("chop", "cut wood at the nearest tree", Field.whole("wood", 1, 20))
            .build();
    private ComponentMapper<Orders> mOrders;
    private LookoutSystem lookout;

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

    // [sample]
    void runners(BiConsumer<String, ActionRunner<Step>> run) {
        run.accept("graze", ordered((id, step) -> Order.eat(step.whole("berries", 1))));
        run.accept("chop", ordered((id, step) -> Order.chop(step.whole("wood", 1))));
        run.accept("seek_food", ordered((id, step) -> Order.eat(100)));
        run.accept("flee_danger", ordered((id, step) -> lookout.flight(id)));
    }

    private ActionRunner<Step> ordered(BiFunction<Integer, Step, Order> order) {
        return ActionRunner.ofOrders(
                order,
                (id, given) -> mOrders.get(id).list.add(given),
                given -> Progress.of(given.done, given.failure),
                (id, given) -> mOrders.get(id).list.remove(given));
    }
    // [end]
}
