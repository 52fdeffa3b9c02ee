/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.time.Duration;

/**
 * The share of each limit that a gateway uses while Redis is not available: a {@link #FRACTION} of
 * the limit, divided by the last known number of gateways, at least one request.
 *
 * <p>It bounds over-use. Leases stay within a limit in every window, whether granted before Redis
 * was lost or after it came back, since gateways report their usage again if Redis has lost its
 * data. In addition they only use their local shares, so that together they never exceed {@link
 * #maxCombinedUse} in any window.
 *
 * <p>This holds if the gateways know of each other and calls use no more tokens than were reserved.
 * A gateway that starts while Redis is not available assumes the number of gateways in its
 * settings; a new gateway that is the first to reach an empty Redis knows of no others for {@link
 * #SETTLING}. Each gateway that is killed in a window may add its local share once more.
 */
public final class LocalShare {
    /**
     * The maximum fraction of a limit that all gateways use together while Redis is not available.
     */
    public static final double FRACTION = 0.25;

    private static final int PARTS = 4;

    private LocalShare() {}

    /**
     * Returns the maximum that one gateway uses in one window.
     *
     * @param limit the limit of the key, 1 or more
     * @param gateways the number of gateways that share it, 1 or more
     */
    static long of(long limit, int gateways) {
        return Math.max(1, limit / ((long) PARTS * gateways));
    }

    /**
     * Returns the maximum that all gateways use together in a window in which Redis is lost or
     * comes back. In all other windows it is the limit itself.
     *
     * @param limit the limit of the key, 1 or more
     * @param gateways the number of gateways that share it, 1 or more
     */
    public static long maxCombinedUse(long limit, int gateways) {
        return limit + gateways * of(limit, gateways);
    }

    /**
     * The time for which a new epoch grants nothing, so that all gateways can report their usage.
     */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /**
     * The time for which a new epoch waits for gateways that others know of. Afterwards their
     * earlier usage has left each window of a minute.
     */
    static final Duration ABSENCE = Duration.ofSeconds(65);

    /** The time before the end of settling at which a gateway stops using its local share. */
    static final Duration REPORT_MARGIN = Duration.ofSeconds(2);
}
