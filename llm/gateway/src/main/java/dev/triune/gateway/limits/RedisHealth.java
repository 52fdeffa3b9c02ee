/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.time.Duration;

/**
 * How the sharing goes, for readiness. Immutable.
 *
 * @param sharingMode whether this gateway shares with others
 * @param since how long it has been so
 * @param gateways how many there are, this one included, as last seen
 * @param reason why it is alone, without an address or a password; empty if it is not
 */
public record RedisHealth(SharingMode sharingMode, Duration since, int gateways, String reason) {
    /** Whether a gateway shares with others. */
    public enum SharingMode {
        /** It has not been tried yet: nothing of shared keys is sent. */
        STARTING,
        /** Redis answers; slices are leased. */
        SHARED,
        /** Redis is there and learns what was used: until then on a cautious share. */
        SETTLING,
        /** Redis is gone: served on a cautious share. */
        ALONE
    }
}
