/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.queue;

import dev.triune.llm.Priority;
import org.jspecify.annotations.Nullable;

/**
 * A priority queue of ten lanes, one for each {@link Priority}, first in, first out within a lane.
 * Waiting raises a request's level ({@link Ageing}); of equal levels the one that came first is
 * served first. Adding at the end, taking and removing cost the same however many wait: the oldest
 * of a lane is its most urgent, so ten heads are all there is to compare, and nothing is ever
 * re-sorted. Not thread-safe.
 *
 * @param <E> what waits
 */
public final class PriorityLanes<E> {
    private final Ageing ageing;
    private final Lane<E>[] lanes;
    private int size;

    /** Empty lanes. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public PriorityLanes(Ageing ageing) {
        this.ageing = ageing;
        this.lanes = new Lane[Priority.MAX + 1];
        for (int level = Priority.MIN; level <= Priority.MAX; level++) {
            lanes[level] = new Lane<>();
        }
    }

    /**
     * Adds an item. One that comes back keeps its place by bringing its first {@code order} and
     * {@code since}.
     *
     * @param order grows with each newcomer: the place in its lane
     * @param since when it began to wait, in nanoseconds
     * @return the handle to remove it by
     */
    public Waiting<E> add(E item, Priority priority, long order, long since) {
        Waiting<E> waiting = new Waiting<>(item, priority.level(), order, since);
        lanes[priority.level()].insert(waiting);
        size++;
        return waiting;
    }

    /** What is to be served next at that time, without taking it; null if nothing waits. */
    public @Nullable E peek(long now) {
        Waiting<E> head = mostUrgent(now);
        return head == null ? null : head.item;
    }

    /** Takes what is to be served next at that time; null if nothing waits. */
    public @Nullable E poll(long now) {
        Waiting<E> head = mostUrgent(now);
        if (head == null) {
            return null;
        }
        remove(head);
        return head.item;
    }

    /**
     * Removes an item that need not wait any longer.
     *
     * @return false if it had left already
     */
    public boolean remove(Waiting<E> waiting) {
        if (!waiting.queued) {
            return false;
        }
        lanes[waiting.level].unlink(waiting);
        size--;
        return true;
    }

    /** How many wait. */
    public int size() {
        return size;
    }

    private @Nullable Waiting<E> mostUrgent(long now) {
        Waiting<E> best = null;
        int bestLevel = 0;
        for (int lane = Priority.MAX; lane >= Priority.MIN; lane--) {
            Waiting<E> head = lanes[lane].head;
            if (head == null) {
                continue;
            }
            int level = ageing.levelAfter(lane, now - head.since);
            if (best == null
                    || level > bestLevel
                    || (level == bestLevel && head.order < best.order)) {
                best = head;
                bestLevel = level;
            }
        }
        return best;
    }

    /** The handle of one waiting item. */
    public static final class Waiting<E> {
        private final E item;
        private final int level;
        private final long order;
        private final long since;
        private @Nullable Waiting<E> before;
        private @Nullable Waiting<E> after;
        private boolean queued;

        private Waiting(E item, int level, long order, long since) {
            this.item = item;
            this.level = level;
            this.order = order;
            this.since = since;
        }
    }

    /** A linked list in order of arrival. */
    private static final class Lane<E> {
        @Nullable
        Waiting<E> head;

        @Nullable
        Waiting<E> tail;

        void insert(Waiting<E> waiting) {
            Waiting<E> before = place(waiting.order);
            Waiting<E> after = before == null ? head : before.after;
            waiting.before = before;
            waiting.after = after;
            if (before == null) {
                head = waiting;
            } else {
                before.after = waiting;
            }
            if (after == null) {
                tail = waiting;
            } else {
                after.before = waiting;
            }
            waiting.queued = true;
        }

        /** The last one that came before that order; newcomers find it at once at the tail. */
        private @Nullable Waiting<E> place(long order) {
            if (head == null || order < head.order) {
                return null;
            }
            Waiting<E> before = tail;
            while (before != null && before.order > order) {
                before = before.before;
            }
            return before;
        }

        void unlink(Waiting<E> waiting) {
            if (waiting.before == null) {
                head = waiting.after;
            } else {
                waiting.before.after = waiting.after;
            }
            if (waiting.after == null) {
                tail = waiting.before;
            } else {
                waiting.after.before = waiting.before;
            }
            waiting.before = null;
            waiting.after = null;
            waiting.queued = false;
        }
    }
}
