/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * When a game that shares a broker does well to ask again, and why. Immutable.
 *
 * @param remaining how long to wait before the next request, zero or more
 * @param activeTenants games that share the broker now
 * @param requestsPerMinute what the provider allows the key, 0 if that is not known
 * @param sharePerMinute the share of that which is this game's, 0 if it is not known
 */
public record TenantCooldown(
        Duration remaining, int activeTenants, int requestsPerMinute, double sharePerMinute) {}
