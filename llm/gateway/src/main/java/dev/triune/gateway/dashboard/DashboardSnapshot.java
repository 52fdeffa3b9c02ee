/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.BatchStats;
import dev.triune.llm.BrokerStats;
import java.util.Map;

/**
 * All that the dashboard shows of one moment. Immutable.
 *
 * @param at when, in milliseconds since 1970
 * @param activity what was seen of the last while
 * @param stats what the broker counts
 * @param batches what batches do
 * @param allowedPerSecond requests a second that each provider's limits allow, where they are known
 * @param open requests of clients under way
 * @param viewers who look at the dashboard
 */
record DashboardSnapshot(
        long at,
        ActivitySnapshot activity,
        BrokerStats stats,
        BatchStats batches,
        Map<String, Double> allowedPerSecond,
        int open,
        int viewers) {}
