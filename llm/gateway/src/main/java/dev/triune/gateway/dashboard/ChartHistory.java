/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The points of the charts: one every two seconds, for ten minutes. Not thread-safe. */
final class ChartHistory {
    /** The time between two points. */
    static final long STEP_NANOS = 2_000_000_000L;

    /** The maximum of points. */
    static final int MAX_POINTS = 300;

    private final Deque<ChartPoint> chartPoints = new ArrayDeque<>();

    /** Adds the next point. */
    void add(ChartPoint chartPoint) {
        if (chartPoints.size() == MAX_POINTS) {
            chartPoints.removeFirst();
        }
        chartPoints.addLast(chartPoint);
    }

    /** Returns all points, the oldest first. */
    List<ChartPoint> all() {
        return List.copyOf(chartPoints);
    }

    /**
     * One point. Immutable.
     *
     * @param at its time, in milliseconds since 1970
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
            double tokens) {}
}
