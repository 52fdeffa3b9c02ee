/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * The time a tenant should wait before its next request to a shared broker, with the reasons.
 * Immutable.
 *
 * @param remaining the time to wait before the next request, zero or more
 * @param activeTenants the number of tenants that share the broker now
 * @param requestsPerMinute the limit of the key, 0 if unknown
 * @param sharePerMinute the tenant's share of that limit, 0 if unknown
 */
public record TenantCooldown(
        Duration remaining, int activeTenants, int requestsPerMinute, double sharePerMinute) {}
