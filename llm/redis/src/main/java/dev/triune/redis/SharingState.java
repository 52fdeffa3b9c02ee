/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** The state of sharing, with the time of its last change. Thread-safe. Times are milliseconds. */
final class SharingState {
    private static final Logger LOG = System.getLogger(RedisLimits.class.getName());

    private RedisHealth.SharingMode sharingMode = RedisHealth.SharingMode.STARTING;
    private long since;
    private String reason = "";

    /** Whether connecting to Redis failed or it was lost. */
    synchronized boolean isRedisDown() {
        return sharingMode == RedisHealth.SharingMode.ALONE;
    }

    /**
     * Sets the mode and logs a change. While Redis is not available, the latest reason is kept:
     * after a restart it may reject the password.
     *
     * @param why why limits are not shared, without an address or a password; empty if they are
     * @return whether the mode has changed
     */
    synchronized boolean changeTo(RedisHealth.SharingMode next, String why, long at) {
        boolean changes = sharingMode != next;
        if (!changes && reason.equals(why)) {
            return false;
        }
        boolean over = isRedisDown();
        reason = why;
        if (changes) {
            sharingMode = next;
            since = at;
        }
        if (next == RedisHealth.SharingMode.ALONE) {
            LOG.log(
                    Level.WARNING,
                    "limits are not shared (" + why + "): serving on a cautious share");
        } else {
            LOG.log(
                    over ? Level.WARNING : Level.INFO, // the end of what was logged as a warning
                    "limits are shared with other gateways");
        }
        return changes;
    }

    synchronized RedisHealth health(boolean settling, int gateways, long at) {
        boolean learns = settling && sharingMode == RedisHealth.SharingMode.SHARED;
        return new RedisHealth(
                learns ? RedisHealth.SharingMode.SETTLING : sharingMode,
                Duration.ofMillis(at - since),
                gateways,
                reason);
    }
}
