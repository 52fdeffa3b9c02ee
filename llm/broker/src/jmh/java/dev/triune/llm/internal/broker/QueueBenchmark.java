/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.Ageing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures adding one request and removing one while a number of others wait: the lanes, a heap
 * without ageing, and a list that is aged and sorted before each removal. All three receive the
 * same items with the same priorities at the same times. The item just removed is added next, with
 * a new priority, so that only the work and allocation of the queue count.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class QueueBenchmark {
    /** The queue of the broker. */
    @Benchmark
    public Item lanes(Lanes traffic) {
        return traffic.turn();
    }

    /** The heap of the JDK: first in, first out within a level, no ageing. */
    @Benchmark
    public Item heap(Heap traffic) {
        return traffic.turn();
    }

    /** A list that is aged and sorted before each removal. */
    @Benchmark
    public Item sorted(Sorted traffic) {
        return traffic.turn();
    }

    /** A waiting item. */
    public static final class Item {
        private Priority priority = Priority.MEDIUM;
        private long order;
        private long since;
        private int aged;
    }

    /** The items that arrive at a queue. */
    @State(Scope.Thread)
    public abstract static class Traffic {
        private static final long SEED = 7;
        private static final int PRIORITIES = 1 << 16;

        /**
         * The mean wait at every size: two steps of ageing, so that there are requests of every
         * age.
         */
        private static final long MEAN_WAIT = Duration.ofSeconds(10).toNanos();

        /** The number of waiting items. */
        @Param({"100", "10000"})
        public int waiting;

        private final Priority[] priorities = new Priority[PRIORITIES];
        private Item spare = new Item();
        private long step;
        private long order;

        /** The current time. */
        protected long now;

        /** Fills the queue. */
        @Setup
        public void fill() {
            Random random = new Random(SEED);
            for (int i = 0; i < PRIORITIES; i++) {
                priorities[i] = Priority.of(1 + random.nextInt(Priority.MAX));
            }
            step = MEAN_WAIT / waiting;
            for (int i = 0; i < waiting; i++) {
                add(next(new Item()));
            }
        }

        /** Adds an item and removes one. */
        Item turn() {
            add(next(spare));
            spare = Objects.requireNonNull(take(), "nothing waited");
            return spare;
        }

        private Item next(Item item) {
            now += step;
            order++;
            item.priority = priorities[(int) order & (PRIORITIES - 1)];
            item.order = order;
            item.since = now;
            return item;
        }

        /** Adds an item to the queue. */
        abstract void add(Item item);

        /** Removes the next item from the queue. */
        abstract @Nullable Item take();
    }

    /** Traffic for the lanes. */
    public static class Lanes extends Traffic {
        private final PriorityLanes<Item> lanes = new PriorityLanes<>(Ageing.DEFAULT);

        @Override
        void add(Item item) {
            lanes.add(item, item.priority, item.order, item.since);
        }

        @Override
        @Nullable
        Item take() {
            return lanes.poll(now);
        }
    }

    /** Traffic for the heap. */
    public static class Heap extends Traffic {
        private static final Comparator<Item> BY_LEVEL_AND_ORDER = (a, b) -> {
            int byLevel = Integer.compare(b.priority.level(), a.priority.level());
            return byLevel != 0 ? byLevel : Long.compare(a.order, b.order);
        };

        private final PriorityBlockingQueue<Item> heap =
                new PriorityBlockingQueue<>(11, BY_LEVEL_AND_ORDER);

        @Override
        void add(Item item) {
            heap.add(item);
        }

        @Override
        @Nullable
        Item take() {
            return heap.poll();
        }
    }

    /** Traffic for the list. */
    public static class Sorted extends Traffic {
        /** The sort is stable: first in, first out within a level. */
        private static final Comparator<Item> BY_AGED_LEVEL =
                (a, b) -> Integer.compare(b.aged, a.aged);

        private final List<Item> list = new ArrayList<>();

        @Override
        void add(Item item) {
            list.add(item);
        }

        @Override
        Item take() {
            for (Item item : list) {
                item.aged = Ageing.DEFAULT.levelAfter(item.priority.level(), now - item.since);
            }
            list.sort(BY_AGED_LEVEL);
            return list.remove(0);
        }
    }
}
