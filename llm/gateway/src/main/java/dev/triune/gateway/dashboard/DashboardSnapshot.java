/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.BatchStats;
import dev.triune.llm.BrokerStats;
import java.util.Map;

/**
 * The statistics of the dashboard at one moment. Immutable.
 *
 * @param at the time, in milliseconds since 1970
 * @param activity the recent activity
 * @param stats the statistics of the broker
 * @param batches the statistics of batches
 * @param allowedPerSecond the requests per second that each provider's limits allow, if known
 * @param problems what {@code /readyz} reports, by name
 * @param open the number of open requests of clients
 * @param viewers the number of viewers of the dashboard
 */
record DashboardSnapshot(
        long at,
        ActivitySnapshot activity,
        BrokerStats stats,
        BatchStats batches,
        Map<String, Double> allowedPerSecond,
        Map<String, String> problems,
        int open,
        int viewers) {}
