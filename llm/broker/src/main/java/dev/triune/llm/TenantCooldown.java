/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * How long a tenant should wait before it asks a shared broker again, and why. Immutable.
 *
 * @param remaining how long to wait before the next request, zero or more
 * @param activeTenants the number of tenants that share the broker now
 * @param requestsPerMinute the limit of the key, 0 if unknown
 * @param sharePerMinute the tenant's share of that limit, 0 if unknown
 */
public record TenantCooldown(
        Duration remaining, int activeTenants, int requestsPerMinute, double sharePerMinute) {}
