/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import com.artemis.utils.Bag;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Keeps a state for each agent while an action runs, such as the order that the game's own systems
 * carry out: see {@link ActionRunner#of} and {@link ActionRunner#ofOrders}. Game thread only.
 */
final class OrderRunner<A, O> implements ActionRunner<A> {
    private final BiFunction<Integer, A, O> order;
    private final BiConsumer<Integer, O> give;
    private final TickFunction<O> progress;
    private final BiConsumer<Integer, O> withdraw;
    private final Bag<O> given = new Bag<>();

    /** Creates a runner; the parameters are those of {@link ActionRunner#ofOrders}. */
    public OrderRunner(
            BiFunction<Integer, A, O> order,
            BiConsumer<Integer, O> give,
            TickFunction<O> progress,
            BiConsumer<Integer, O> withdraw) {
        this.order = Objects.requireNonNull(order, "order");
        this.give = Objects.requireNonNull(give, "give");
        this.progress = Objects.requireNonNull(progress, "progress");
        this.withdraw = Objects.requireNonNull(withdraw, "withdraw");
    }

    @Override
    public Progress start(int agent, A action) {
        O created = order.apply(agent, action);
        given.set(agent, created);
        give.accept(agent, created);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, A action) {
        return tick(agent, action, 0);
    }

    @Override
    public Progress tick(int agent, A action, double seconds) {
        return progress.tick(agent, given.get(agent), seconds);
    }

    @Override
    public void stop(int agent, A action) {
        O over = given.safeGet(agent);
        if (over != null) { // otherwise no order could be created
            given.set(agent, null);
            withdraw.accept(agent, over);
        }
    }
}
