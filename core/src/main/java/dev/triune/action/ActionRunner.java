/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.check.Ranges;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Executes one kind of action or reflex, for all agents: what differs between agents belongs in
 * components. Called on the game thread.
 *
 * <p>An exception, or null in place of a {@link Progress}, fails the action or reflex with the
 * reason "it broke"; {@link #stop} is called, and the first such fault is logged. So does an {@link
 * Error}, which leaves the tick when all agents have acted.
 *
 * @param <A> the record of the action; {@link Step} for a runner that is registered by a name, such
 *     as that of a reflex
 */
@FunctionalInterface
public interface ActionRunner<A> {
    /**
     * Begins or resumes an action. If this returns {@link Progress#RUNNING}, {@link #tick} follows
     * at once.
     */
    default Progress start(int agent, A action) {
        return Progress.RUNNING;
    }

    /** Continues an action by one tick. */
    Progress tick(int agent, A action);

    /**
     * Continues an action by one tick, with the game time since it started, or started again: {@link
     * #tick(int, Object)} unless overridden.
     */
    default Progress tick(int agent, A action, double seconds) {
        return tick(agent, action);
    }

    /**
     * Returns a measure of progress in any unit: the way that is left, the pieces gathered. The
     * {@link Watchdog} fails a step whose measure does not change. {@link Double#NaN}, the default,
     * means that there is none.
     */
    default double progress(int agent, A action) {
        return Double.NaN;
    }

    /** Cleans up after the end or an interruption; follows once after every start. */
    default void stop(int agent, A action) {}

    /**
     * Returns a runner that keeps a state of its own for each agent, from the start of an action to
     * its end. For example, it repeats a behaviour of the game until a time is over:
     *
     * <pre>{@code
     * ActionRunner.of(
     *         (agent, step) -> vision.entity(agent, step.text("tree")),
     *         (agent, tree, seconds) -> seconds < 4 ? grazing.at(agent, tree) : Progress.DONE,
     *         (agent, tree) -> grazing.end(agent))
     * }</pre>
     *
     * @param start creates the state when the action starts, and again after an interruption; not null
     * @param tick continues the action by one tick
     * @param stop cleans up when the action ends or is interrupted
     * @param <A> the record of the action, or {@link Step}
     * @param <S> the state
     */
    static <A, S> ActionRunner<A> of(
            BiFunction<Integer, A, S> start, TickFunction<S> tick, BiConsumer<Integer, S> stop) {
        return new OrderRunner<>(start, (agent, state) -> {}, tick, stop);
    }

    /** Returns a runner as {@link #of(BiFunction, TickFunction, BiConsumer)} does, without cleaning up. */
    static <A, S> ActionRunner<A> of(BiFunction<Integer, A, S> start, TickFunction<S> tick) {
        return of(start, tick, (agent, state) -> {});
    }

    /**
     * The work of an action in one tick.
     *
     * @param <S> the state that the action has
     */
    @FunctionalInterface
    interface TickFunction<S> {
        /**
         * Continues an action by one tick.
         *
         * @param agent the entity id
         * @param state what the start has created
         * @param seconds the game time since the action started, or started again
         */
        Progress tick(int agent, S state, double seconds);
    }

    /**
     * Returns a runner for a game whose own systems carry out orders.
     *
     * @param order creates the order for an agent's action, when that starts
     * @param give gives the order to the agent
     * @param progress returns the progress of an order; called in each tick
     * @param withdraw takes the order from the agent, when the action ends or is interrupted
     */
    static <A, O> ActionRunner<A> ofOrders(
            BiFunction<Integer, A, O> order,
            BiConsumer<Integer, O> give,
            Function<O, Progress> progress,
            BiConsumer<Integer, O> withdraw) {
        Objects.requireNonNull(progress, "progress");
        return new OrderRunner<>(
                order, give, (agent, given, seconds) -> progress.apply(given), withdraw);
    }

    /**
     * Returns a runner for a game whose own systems carry out orders that say nothing of themselves:
     * whether one is done shows in the agent, or in a queue that no longer holds it.
     *
     * @param order creates the order for an agent's action, when that starts
     * @param give gives the order to the agent
     * @param progress returns the progress of an agent's order; called in each tick
     * @param withdraw takes the order from the agent, when the action ends or is interrupted
     */
    static <A, O> ActionRunner<A> ofOrders(
            BiFunction<Integer, A, O> order,
            BiConsumer<Integer, O> give,
            BiFunction<Integer, O, Progress> progress,
            BiConsumer<Integer, O> withdraw) {
        Objects.requireNonNull(progress, "progress");
        return new OrderRunner<>(
                order, give, (agent, given, seconds) -> progress.apply(agent, given), withdraw);
    }

    /**
     * The limits after which a step fails although its runner goes on. Immutable.
     *
     * @param stalled game time for which {@link ActionRunner#progress} may stay the same, above zero;
     *     does not matter for runners without such a measure
     * @param longest game time that a step may take from its start, above zero
     * @param maxStarts the number of times that a step may begin, 1 or more; it begins again after each
     *     interruption
     */
    record Watchdog(Duration stalled, Duration longest, int maxStarts) {
        /** 10 s without progress, two minutes in all, eight starts. */
        public static final Watchdog DEFAULT =
                new Watchdog(Duration.ofSeconds(10), Duration.ofMinutes(2), 8);

        /** Refuses figures that would fail each step. */
        public Watchdog {
            requirePositive("stalled", stalled);
            requirePositive("longest", longest);
            Ranges.within("maxStarts", maxStarts, 1, Integer.MAX_VALUE);
        }

        private static void requirePositive(String name, Duration value) {
            if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
                throw new IllegalArgumentException(
                        name + " " + value + " (expected more than zero)");
            }
        }
    }
}
