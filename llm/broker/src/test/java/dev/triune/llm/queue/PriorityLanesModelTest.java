/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.queue.PriorityLanes.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the lanes with a plain list that is sorted anew for every question. */
class PriorityLanesModelTest {
    private static final int SEEDS = 200;
    private static final int STEPS = 400;

    @Test
    void theLanesServeInTheOrderOfASortedList() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Walk(seed).run();
        }
    }

    private record Entry(long order, int level, long since) {}

    private record Queued(Entry entry, Waiting<Entry> handle) {}

    private static final class Walk {
        private final long seed;
        private final Random random;
        private final Ageing ageing;
        private final PriorityLanes<Entry> lanes;
        private final List<Queued> model = new ArrayList<>();
        private final List<Entry> served = new ArrayList<>();
        private long now;
        private long order;

        Walk(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.ageing =
                    new Ageing(Duration.ofMillis(1 + random.nextInt(5_000)), random.nextInt(4));
            this.lanes = new PriorityLanes<>(ageing);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                assertThat(lanes.size())
                        .as("size, seed %d step %d", seed, step)
                        .isEqualTo(model.size());
                assertThat(lanes.peek(now))
                        .as("next, seed %d step %d", seed, step)
                        .isEqualTo(expected());
            }
            while (!model.isEmpty()) {
                poll();
            }
            assertThat(lanes.poll(now)).as("the end, seed %d", seed).isNull();
        }

        private void step() {
            now += random.nextInt(800) * 1_000_000L;
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> add(new Entry(++order, 1 + random.nextInt(10), now));
                case 3 -> poll();
                case 4 -> removeAny();
                default -> comeBack();
            }
        }

        private void add(Entry entry) {
            model.add(new Queued(
                    entry, lanes.add(entry, Priority.of(entry.level), entry.order, entry.since)));
        }

        private void poll() {
            Entry expected = expected();
            assertThat(lanes.poll(now)).as("served, seed %d", seed).isEqualTo(expected);
            if (expected != null) {
                model.removeIf(queued -> queued.entry.equals(expected));
                served.add(expected);
            }
        }

        private void removeAny() {
            if (!model.isEmpty()) {
                Queued any = model.remove(random.nextInt(model.size()));
                assertThat(lanes.remove(any.handle))
                        .as("removed, seed %d", seed)
                        .isTrue();
                assertThat(lanes.remove(any.handle))
                        .as("removed twice, seed %d", seed)
                        .isFalse();
            }
        }

        private void comeBack() {
            if (!served.isEmpty()) {
                add(served.remove(random.nextInt(served.size())));
            }
        }

        private @Nullable Entry expected() {
            return model.stream()
                    .map(Queued::entry)
                    .max(Comparator.comparingInt(this::level)
                            .thenComparing(
                                    Comparator.comparingLong(Entry::order).reversed()))
                    .orElse(null);
        }

        private int level(Entry entry) {
            long raises = (now - entry.since) / ageing.every().toNanos();
            return (int) Math.min(10, entry.level + raises * ageing.levels());
        }
    }
}
