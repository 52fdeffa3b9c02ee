/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** How it stands with Redis, and since when. Thread-safe. Times are milliseconds. */
final class Standing {
    private static final Logger LOG = System.getLogger(RedisLimits.class.getName());

    private Health.State state = Health.State.STARTING;
    private long since;
    private String reason = "";

    /** Whether Redis was tried and is gone. */
    synchronized boolean gone() {
        return state == Health.State.ALONE;
    }

    /**
     * Notes how it stands now, and logs a change. Of a Redis that stays gone, the latest reason
     * holds: one that came back may refuse the password.
     *
     * @param why it is alone, without an address or a password; else empty
     * @return whether the state is another
     */
    synchronized boolean became(Health.State next, String why, long at) {
        boolean changes = state != next;
        if (!changes && reason.equals(why)) {
            return false;
        }
        reason = why;
        if (changes) {
            state = next;
            since = at;
        }
        if (next == Health.State.ALONE) {
            LOG.log(
                    Level.WARNING,
                    "limits are not shared (" + why + "): serving on a cautious share");
        } else {
            LOG.log(Level.INFO, "limits are shared with other gateways");
        }
        return changes;
    }

    synchronized Health health(boolean settling, int gateways, long at) {
        boolean learns = settling && state == Health.State.SHARED;
        return new Health(
                learns ? Health.State.SETTLING : state,
                Duration.ofMillis(at - since),
                gateways,
                reason);
    }
}
