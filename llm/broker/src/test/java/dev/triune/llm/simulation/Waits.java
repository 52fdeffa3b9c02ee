/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Times of waiting, kept one by one: percentiles of them are exact. */
final class Waits {
    private final List<Long> nanos = new ArrayList<>();
    private boolean sorted = true;

    void add(long wait) {
        nanos.add(wait);
        sorted = false;
    }

    int count() {
        return nanos.size();
    }

    /** Zero if there are none. */
    Duration mean() {
        return Duration.ofNanos(
                (long) nanos.stream().mapToLong(Long::longValue).average().orElse(0));
    }

    /** The least time that so many in a hundred did not exceed; zero if there are none. */
    Duration percentile(int percent) {
        if (nanos.isEmpty()) {
            return Duration.ZERO;
        }
        if (!sorted) {
            nanos.sort(null);
            sorted = true;
        }
        int rank = (int) Math.ceil(percent / 100.0 * nanos.size());
        return Duration.ofNanos(nanos.get(Math.max(0, rank - 1)));
    }
}
