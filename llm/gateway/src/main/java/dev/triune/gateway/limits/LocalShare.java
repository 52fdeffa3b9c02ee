/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.time.Duration;

/**
 * What a gateway allows itself while it cannot ask Redis: a {@link #FRACTION} of each limit, divided
 * by the number of gateways that were last seen, one request at least.
 *
 * <p>This is what bounds over-use. What was leased stays within a limit in every window, whether it
 * was leased before Redis was gone or after it was back, since gateways tell a Redis that lost
 * everything what they used. On top of it comes only what gateways use on shares like this, so that
 * together, in any one window, they never use more than {@link #maxCombinedUse}.
 *
 * <p>That holds as long as the gateways know of each other, and as far as calls take no more tokens
 * than was reserved for them. A gateway that was killed cannot tell what it used: a Redis that loses
 * everything within the same window counts that as unused. And a gateway that starts while Redis is
 * gone reckons with as many others as its settings say.
 */
public final class LocalShare {
    /** The part of a limit that all gateways together use at the most while Redis is gone. */
    public static final double FRACTION = 0.25;

    private static final int PARTS = 4;

    private LocalShare() {}

    /**
     * What one gateway uses at the most in one window.
     *
     * @param limit of the key, 1 or more
     * @param gateways that share it, 1 or more
     */
    static long of(long limit, int gateways) {
        return Math.max(1, limit / ((long) PARTS * gateways));
    }

    /**
     * What all gateways together use at the most in one window when Redis comes or goes within it;
     * while it stays, the limit itself.
     *
     * @param limit of the key, 1 or more
     * @param gateways that share it, 1 or more
     */
    public static long maxCombinedUse(long limit, int gateways) {
        return limit + gateways * of(limit, gateways);
    }

    /** How long a new epoch grants nothing, so that all gateways have told what they used. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /** So long before the end of that a gateway stops to serve on its share, so that all is told. */
    static final Duration REPORT_MARGIN = Duration.ofSeconds(2);
}
