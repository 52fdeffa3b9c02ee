/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The points of the charts: one every two seconds for ten minutes, and one per minute for a day.
 * Not thread-safe.
 */
final class ChartHistory {
    static final long STEP_NANOS = 2_000_000_000L;

    static final int MAX_POINTS = 300;

    /** The number of two-second points per minute. */
    private static final int MINUTE_POINTS = 30;

    private static final int DAY_POINTS = 24 * 60;

    private final Deque<ChartPoint> points = new ArrayDeque<>();
    private final Deque<ChartPoint> minutes = new ArrayDeque<>();
    private final List<ChartPoint> minute = new ArrayList<>();

    void add(ChartPoint point) {
        if (points.size() == MAX_POINTS) {
            points.removeFirst();
        }
        points.addLast(point);
        minute.add(point);
        if (minute.size() == MINUTE_POINTS) {
            if (minutes.size() == DAY_POINTS) {
                minutes.removeFirst();
            }
            minutes.addLast(ChartPoint.of(minute));
            minute.clear();
        }
    }

    /** Returns a point for each minute of the last day, the oldest first. */
    List<ChartPoint> day() {
        return List.copyOf(minutes);
    }

    /** Returns the points of the last ten minutes, the oldest first. */
    List<ChartPoint> all() {
        return List.copyOf(points);
    }

    /**
     * A point.
     *
     * @param at the time, in milliseconds since 1970
     * @param perSecond requests answered per second, over the ten seconds before
     * @param waiting requests that waited at that time
     * @param inFlight calls in flight at that time
     * @param latency the latency of the calls that succeeded in those ten seconds
     * @param tokens tokens per second, over those ten seconds
     */
    record ChartPoint(
            long at,
            double perSecond,
            int waiting,
            int inFlight,
            DurationSamples.LatencyPercentiles latency,
            double tokens) {
        /** Merges several points: means of rates, maxima of loads, the time of the last one. */
        static ChartPoint of(List<ChartPoint> several) {
            List<DurationSamples.LatencyPercentiles> latencies = several.stream()
                    .map(ChartPoint::latency)
                    .filter(latency -> latency.count() > 0)
                    .toList();
            return new ChartPoint(
                    several.get(several.size() - 1).at,
                    mean(several.stream().mapToDouble(ChartPoint::perSecond)),
                    several.stream().mapToInt(ChartPoint::waiting).max().orElse(0),
                    several.stream().mapToInt(ChartPoint::inFlight).max().orElse(0),
                    new DurationSamples.LatencyPercentiles(
                            latencies.size(),
                            mean(latencies.stream().mapToDouble(latency -> latency.p50())),
                            latencies.stream()
                                    .mapToDouble(latency -> latency.p95())
                                    .max()
                                    .orElse(0)),
                    mean(several.stream().mapToDouble(ChartPoint::tokens)));
        }

        private static double mean(DoubleStream values) {
            return values.average().orElse(0);
        }
    }
}
