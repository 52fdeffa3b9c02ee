/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.Ageing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A priority queue with a first-in, first-out lane for each {@link Priority}. Waiting raises an
 * item's level ({@link Ageing}).
 *
 * <p>The next item is that of the highest level after ageing; among equal ones that of the higher
 * base level, then the oldest. Once the longest waiting item has reached its first raise, one of
 * {@value #OLDEST_EVERY} polls removes it, unless an emergency (level 10) waits; one of {@value
 * #OLDEST_AT_LATEST} removes it in any case. So nothing starves: with n items before it, an item is
 * served within {@value #OLDEST_EVERY} x (n + 1) polls without emergencies, and {@value
 * #OLDEST_AT_LATEST} x (n + 1) with them.
 *
 * <p>Adding and removing take logarithmic time; peeking and polling allocate nothing. Not
 * thread-safe.
 *
 * @param <E> the type of the items
 */
public final class PriorityLanes<E> {
    /** One of this many polls removes the longest waiting item, unless an emergency waits. */
    public static final int OLDEST_EVERY = 4;

    /** One of this many polls removes the longest waiting item in any case. */
    public static final int OLDEST_AT_LATEST = 16;

    private final Ageing ageing;

    /** The lanes by level, in order; null until first used. */
    private final @Nullable NavigableSet<QueuedItem<E>>[] lanes;

    private int size;
    private int passedOver;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public PriorityLanes(Ageing ageing) {
        this.ageing = ageing;
        this.lanes = new NavigableSet[Priority.MAX + 1];
    }

    /**
     * Adds an item, waiting since {@code since} (nanoseconds), in its place by {@code order}, which
     * no other item of its lane has.
     */
    public QueuedItem<E> add(E item, Priority priority, long order, long since) {
        QueuedItem<E> queuedItem = new QueuedItem<>(item, priority.level(), order, since);
        lane(queuedItem.level).add(queuedItem);
        size++;
        return queuedItem;
    }

    private NavigableSet<QueuedItem<E>> lane(int level) {
        NavigableSet<QueuedItem<E>> lane = lanes[level];
        if (lane == null) {
            lane = new TreeSet<>(Comparator.comparingLong(QueuedItem::order));
            lanes[level] = lane;
        }
        return lane;
    }

    private @Nullable QueuedItem<E> head(int level) {
        NavigableSet<QueuedItem<E>> lane = lanes[level];
        return lane == null || lane.isEmpty() ? null : lane.first();
    }

    /** Returns the item that {@link #poll} would remove; null if empty. */
    public @Nullable E peek(long now) {
        QueuedItem<E> next = next(now);
        return next == null ? null : next.item;
    }

    public @Nullable E poll(long now) {
        QueuedItem<E> next = next(now);
        if (next == null) {
            return null;
        }
        passedOver = next.equals(longestWaiting()) ? 0 : passedOver + 1;
        remove(next);
        return next.item;
    }

    /** Removes an item; false if it was removed before. */
    public boolean remove(QueuedItem<E> queuedItem) {
        boolean removed = lane(queuedItem.level).remove(queuedItem);
        size -= removed ? 1 : 0;
        return removed;
    }

    /** Returns the item to evict: lowest level, then base level, then youngest; null if empty. */
    public @Nullable QueuedItem<E> leastUrgent(long now) {
        QueuedItem<E> leastUrgentItem = null;
        int leastLevel = Integer.MAX_VALUE;
        for (int lane = Priority.MIN; lane <= Priority.MAX; lane++) {
            QueuedItem<E> tail = head(lane) == null ? null : lane(lane).last();
            int level = tail == null ? Integer.MAX_VALUE : levelOf(tail, now);
            if (level < leastLevel) {
                leastUrgentItem = tail;
                leastLevel = level;
            }
        }
        return leastUrgentItem;
    }

    /** Returns the level after waiting until now, 1 to {@link Priority#MAX}. */
    public int levelOf(QueuedItem<E> queuedItem, long now) {
        return ageing.levelAfter(queuedItem.level, now - queuedItem.since);
    }

    /** Returns up to {@code most} items by level. */
    public List<E> inOrder(long now, int most) {
        List<QueuedItem<E>> first = new ArrayList<>();
        for (int level = Priority.MAX; level >= Priority.MIN; level--) {
            if (head(level) != null) {
                lane(level).stream().limit(most).forEach(first::add);
            }
        }
        first.sort(Comparator.comparingInt(item -> -levelOf(item, now)));
        return first.stream().limit(most).map(QueuedItem::item).toList();
    }

    public int size() {
        return size;
    }

    private @Nullable QueuedItem<E> next(long now) {
        boolean emergency = head(Priority.MAX) != null;
        int maxPassedOver = (emergency ? OLDEST_AT_LATEST : OLDEST_EVERY) - 1;
        QueuedItem<E> oldest = passedOver < maxPassedOver ? null : longestWaiting();
        return oldest != null && ageing.applies(now - oldest.since) ? oldest : mostUrgent(now);
    }

    private @Nullable QueuedItem<E> mostUrgent(long now) {
        QueuedItem<E> mostUrgentHead = null;
        int bestLevel = 0;
        // downwards: higher base levels win ties, and nothing exceeds the top
        for (int lane = Priority.MAX; lane >= Priority.MIN && bestLevel < Priority.MAX; lane--) {
            QueuedItem<E> head = head(lane);
            int level = head == null ? 0 : levelOf(head, now);
            if (level > bestLevel) {
                mostUrgentHead = head;
                bestLevel = level;
            }
        }
        return mostUrgentHead;
    }

    private @Nullable QueuedItem<E> longestWaiting() {
        QueuedItem<E> oldest = null;
        for (int lane = Priority.MIN; lane <= Priority.MAX; lane++) {
            QueuedItem<E> head = head(lane);
            if (head != null && (oldest == null || head.order < oldest.order)) {
                oldest = head;
            }
        }
        return oldest;
    }

    /** An item with its level before ageing. */
    public record QueuedItem<E>(E item, int level, long order, long since) {}
}
