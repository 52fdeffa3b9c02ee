/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * When a game should ask a shared broker again, and why. Immutable.
 *
 * @param remaining how long to wait before the next request, zero or more
 * @param activeTenants games that share the broker now
 * @param requestsPerMinute the limit of the key, 0 if unknown
 * @param sharePerMinute the game's share of it, 0 if unknown
 */
public record TenantCooldown(
        Duration remaining, int activeTenants, int requestsPerMinute, double sharePerMinute) {}
