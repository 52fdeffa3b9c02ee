/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.MindStats;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.llm.BrokerStats;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The history of a run for plots: a sample every {@value #FIRST_INTERVAL} ticks, and the tick times
 * of each hour. If there are too many of either, every second one is dropped and the interval
 * doubles, so that runs of any length fit. Not part of the fingerprint. Game thread only.
 */
final class RunHistory {
    /** The maximum number of samples, of tick time spans and of days. */
    static final int MAX_SAMPLES = 1_000;

    private static final int FIRST_INTERVAL = 200;

    private final List<Sample> samples = new ArrayList<>();
    private final List<TickTimeSpan> spans = new ArrayList<>();
    private final List<Day> days = new ArrayList<>();
    private Day total = new Day(0, 0, Collections.nCopies(Layer.values().length, 0L), 0, 0, 0);
    private Histogram tickTimes = new Histogram();
    private long interval = FIRST_INTERVAL;
    private long span = Calendar.TICKS_PER_HOUR;
    private long lastTick = -1;

    /** Records the tick that a village has just lived through. */
    void tickEnded(VillageSimulation village) {
        long tick = village.ticks();
        if (tick == lastTick) {
            return; // a replay that breaks off in the middle of its last tick
        }
        lastTick = tick;
        if (recordTick(tick, village.stats().lastTickNanos())) {
            List<Needs> needs = Arrays.stream(village.villagers())
                    .mapToObj(village::needsOf)
                    .toList();
            takeSample(tick, needs, village.village().store(), village.stats().broker());
        }
        if (tick % Calendar.TICKS_PER_DAY == 0) {
            endDay(
                    tick,
                    village.villagers().length,
                    village.stats().broker(),
                    village.stats().minds());
        }
    }

    /**
     * The state of the village at one tick. Immutable.
     *
     * @param tick the tick
     * @param alive the number of villagers alive
     * @param hunger the mean of those alive, from 0 to 1, which is best; likewise the other needs
     * @param energy see hunger
     * @param warmth see hunger
     * @param health see hunger
     * @param stock the amounts in the storehouse, by ordinal of the resource
     * @param requests the number of requests ended so far, by ordinal of the layer
     * @param waiting the number of waiting requests
     * @param inFlight the number of calls in flight
     */
    record Sample(
            long tick,
            int alive,
            double hunger,
            double energy,
            double warmth,
            double health,
            List<Integer> stock,
            List<Long> requests,
            int waiting,
            int inFlight) {
        /** Copies the lists. */
        public Sample {
            stock = List.copyOf(stock);
            requests = List.copyOf(requests);
        }
    }

    /**
     * Tick times over one hour, or over several. Immutable.
     *
     * @param tick the last tick
     * @param p50Ms the median, in milliseconds
     * @param p99Ms the 99th percentile, in milliseconds
     */
    record TickTimeSpan(long tick, double p50Ms, double p99Ms) {}

    /**
     * The figures of one day, of all villagers. Immutable.
     *
     * @param day the day, from 1
     * @param villagers the number of villagers at its end
     * @param requests the number of requests ended, by ordinal of the layer
     * @param tokens the input and output tokens
     * @param habitPlans the number of plans from habits
     * @param steps the number of completed steps
     */
    record Day(
            long day,
            int villagers,
            List<Long> requests,
            long tokens,
            long habitPlans,
            long steps) {
        /** Copies the list. */
        public Day {
            requests = List.copyOf(requests);
        }

        /** Returns the requests of all layers. */
        public long calls() {
            return requests.stream().mapToLong(Long::longValue).sum();
        }

        private Day since(Day before) {
            List<Long> requestsOfDay = new ArrayList<>();
            for (int i = 0; i < requests.size(); i++) {
                requestsOfDay.add(requests.get(i) - before.requests.get(i));
            }
            return new Day(
                    day,
                    villagers,
                    requestsOfDay,
                    tokens - before.tokens,
                    habitPlans - before.habitPlans,
                    steps - before.steps);
        }
    }

    /** Returns the last {@value #MAX_SAMPLES} complete days, in order. */
    List<Day> days() {
        return Collections.unmodifiableList(days);
    }

    /** Ends a day. */
    private void endDay(long tick, int villagers, BrokerStats broker, MindStats minds) {
        Day now = new Day(
                tick / Calendar.TICKS_PER_DAY,
                villagers,
                requests(broker),
                broker.calls().usage().input() + broker.calls().usage().output(),
                minds.plans().ordered(),
                minds.steps().done());
        days.add(now.since(total));
        total = now;
        if (days.size() > MAX_SAMPLES) {
            days.remove(0);
        }
    }

    private static List<Long> requests(BrokerStats stats) {
        List<Long> requests = new ArrayList<>();
        for (Layer layer : Layer.values()) {
            requests.add(stats.layers().getOrDefault(layer.label(), 0L));
        }
        return requests;
    }

    /** Returns the samples in order. */
    List<Sample> samples() {
        return Collections.unmodifiableList(samples);
    }

    /** Returns the tick times of all complete hours. */
    List<TickTimeSpan> spans() {
        return Collections.unmodifiableList(spans);
    }

    /** Records the duration of a tick and returns whether a sample is due. */
    boolean recordTick(long tick, long nanos) {
        tickTimes.add(nanos);
        if (tick % span == 0) {
            spans.add(new TickTimeSpan(
                    tick, tickTimes.percentileMillis(0.5), tickTimes.percentileMillis(0.99)));
            tickTimes = new Histogram();
            if (spans.size() > MAX_SAMPLES) {
                thinOut(spans);
                span *= 2;
            }
        }
        return tick % interval == 0;
    }

    /** Takes a sample. */
    void takeSample(long tick, Iterable<Needs> villagers, Stock store, BrokerStats stats) {
        samples.add(sample(tick, villagers, store, stats));
        if (samples.size() > MAX_SAMPLES) {
            thinOut(samples);
            interval *= 2;
        }
    }

    /** Removes every second entry; the remaining ones are at the doubled interval. */
    private static void thinOut(List<?> all) {
        int[] at = {0};
        all.removeIf(any -> at[0]++ % 2 == 0);
    }

    private static Sample sample(
            long tick, Iterable<Needs> villagers, Stock store, BrokerStats stats) {
        double[] sums = new double[4];
        int alive = 0;
        for (Needs needs : villagers) {
            if (needs.alive()) {
                alive++;
                sums[0] += needs.hunger;
                sums[1] += needs.energy;
                sums[2] += needs.temperature;
                sums[3] += needs.health;
            }
        }
        int count = Math.max(1, alive);
        List<Integer> stock = new ArrayList<>();
        for (Resource resource : Resource.values()) {
            stock.add(store.get(resource));
        }
        return new Sample(
                tick,
                alive,
                sums[0] / count,
                sums[1] / count,
                sums[2] / count,
                sums[3] / count,
                stock,
                requests(stats),
                stats.queue().waiting(),
                stats.calls().inFlight());
    }
}
