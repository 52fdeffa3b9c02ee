/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import dev.triune.llm.internal.broker.PriorityLanes.QueuedItem;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the lanes with a plain list that is sorted for every query. */
class PriorityLanesModelTest {
    private static final int SEEDS = Thorough.count(50, 200);
    private static final int STEPS = 400;

    @Test
    void behavesLikeASortedList() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Walk(seed).run();
        }
    }

    private record Entry(long order, int level, long since) {}

    private record Queued(Entry entry, QueuedItem<Entry> handle) {}

    private static final class Walk {
        private final long seed;
        private final Random random;
        private final Ageing ageing;
        private final PriorityLanes<Entry> lanes;
        private final List<Queued> model = new ArrayList<>();
        private final List<Entry> served = new ArrayList<>();
        private long now;
        private long order;
        private int passedOver;

        Walk(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.ageing =
                    new Ageing(Duration.ofMillis(1 + random.nextInt(5_000)), random.nextInt(4));
            this.lanes = new PriorityLanes<>(ageing);
            this.now = random.nextLong();
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                compare("seed " + seed + " step " + step);
            }
            while (!model.isEmpty()) {
                poll();
            }
            assertThat(lanes.poll(now)).as("empty at the end, seed %d", seed).isNull();
        }

        private void compare(String when) {
            assertThat(lanes.size()).as("size, %s", when).isEqualTo(model.size());
            int most = random.nextInt(8);
            assertThat(lanes.inOrder(now, most))
                    .as("the first %d, %s", most, when)
                    .isEqualTo(entries().sorted(mostUrgentFirst()).limit(most).toList());
            QueuedItem<Entry> least = lanes.leastUrgent(now);
            assertThat(least == null ? null : least.item())
                    .as("least urgent, %s", when)
                    .isEqualTo(entries().max(mostUrgentFirst()).orElse(null));
            assertThat(lanes.peek(now)).as("next, %s", when).isEqualTo(expected());
        }

        private void step() {
            now += random.nextInt(800) * 1_000_000L;
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> add(new Entry(++order, 1 + random.nextInt(10), now));
                case 3 -> poll();
                case 4 -> removeAny();
                default -> addAgain();
            }
        }

        private void add(Entry entry) {
            model.add(new Queued(
                    entry, lanes.add(entry, Priority.of(entry.level), entry.order, entry.since)));
        }

        private void poll() {
            Entry expected = expected();
            Entry oldest = oldest();
            assertThat(lanes.poll(now)).as("served, seed %d", seed).isEqualTo(expected);
            if (expected != null) {
                passedOver = expected.equals(oldest) ? 0 : passedOver + 1;
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

        private void addAgain() {
            if (!served.isEmpty()) {
                add(served.remove(random.nextInt(served.size())));
            }
        }

        private @Nullable Entry expected() {
            boolean emergency = entries().anyMatch(entry -> entry.level == 10);
            Entry oldest = oldest();
            boolean due = oldest != null
                    && passedOver >= (emergency ? 15 : 3)
                    && now - oldest.since >= ageing.interval().toNanos();
            return due ? oldest : entries().min(mostUrgentFirst()).orElse(null);
        }

        private @Nullable Entry oldest() {
            return entries().min(Comparator.comparingLong(Entry::order)).orElse(null);
        }

        private Stream<Entry> entries() {
            return model.stream().map(Queued::entry);
        }

        private Comparator<Entry> mostUrgentFirst() {
            return Comparator.comparingInt(this::level)
                    .thenComparingInt(Entry::level)
                    .reversed()
                    .thenComparingLong(Entry::order);
        }

        private int level(Entry entry) {
            long raises = (now - entry.since) / ageing.interval().toNanos();
            return (int) Math.min(10, entry.level + raises * ageing.step());
        }
    }
}
