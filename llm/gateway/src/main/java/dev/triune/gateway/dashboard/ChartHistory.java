/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What the charts show: a point every two seconds, for ten minutes. Not thread-safe. */
final class ChartHistory {
    /** How long one point stands for. */
    static final long STEP_NANOS = 2_000_000_000L;

    /** How many points there are at the most. */
    static final int MAX_POINTS = 300;

    private final Deque<ChartPoint> chartPoints = new ArrayDeque<>();

    /** Adds the next point. */
    void add(ChartPoint chartPoint) {
        if (chartPoints.size() == MAX_POINTS) {
            chartPoints.removeFirst();
        }
        chartPoints.addLast(chartPoint);
    }

    /** All points, the oldest first. */
    List<ChartPoint> all() {
        return List.copyOf(chartPoints);
    }

    /**
     * One point. Immutable.
     *
     * @param at its end, in milliseconds since 1970
     * @param perSecond requests answered in a second, over the ten seconds before
     * @param waiting requests that waited at its end
     * @param inFlight calls under way at its end
     * @param latency of the calls that ended well in those ten seconds
     * @param tokens in a second, likewise
     */
    record ChartPoint(
            long at,
            double perSecond,
            int waiting,
            int inFlight,
            DurationSamples.LatencyPercentiles latency,
            double tokens) {}
}
