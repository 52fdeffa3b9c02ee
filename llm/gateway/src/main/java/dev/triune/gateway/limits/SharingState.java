/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** How it stands with Redis, and since when. Thread-safe. Times are milliseconds. */
final class SharingState {
    private static final Logger LOG = System.getLogger(RedisLimits.class.getName());

    private RedisHealth.SharingMode sharingMode = RedisHealth.SharingMode.STARTING;
    private long since;
    private String reason = "";

    /** Whether Redis was tried and is gone. */
    synchronized boolean isRedisDown() {
        return sharingMode == RedisHealth.SharingMode.ALONE;
    }

    /**
     * Notes how it stands now, and logs a change. Of a Redis that stays gone, the latest reason
     * holds: one that came back may refuse the password.
     *
     * @param why it is alone, without an address or a password; else empty
     * @return whether the state is another
     */
    synchronized boolean changeTo(RedisHealth.SharingMode next, String why, long at) {
        boolean changes = sharingMode != next;
        if (!changes && reason.equals(why)) {
            return false;
        }
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
            LOG.log(Level.INFO, "limits are shared with other gateways");
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
