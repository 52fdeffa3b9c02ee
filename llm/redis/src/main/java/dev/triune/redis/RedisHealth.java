/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.time.Duration;

/**
 * The state of sharing, for readiness checks. Immutable.
 *
 * @param sharingMode whether this gateway shares limits with others
 * @param since the time in that mode so far
 * @param gateways the last known number of gateways, including this one
 * @param reason why limits are not shared, without an address or a password; empty if they are
 */
public record RedisHealth(SharingMode sharingMode, Duration since, int gateways, String reason) {
    /** Whether a gateway shares limits with others. */
    public enum SharingMode {
        /** Redis was not tried yet: no calls with shared keys are made. */
        STARTING,
        /** Redis is available and grants leases. */
        SHARED,
        /** Redis is available and collects usage: until then the local share applies. */
        SETTLING,
        /** Redis is not available: the local share applies. */
        ALONE
    }
}
