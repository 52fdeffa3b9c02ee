/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The page, its live statistics and the metrics for Prometheus: everything that watches, and changes nothing.
 *
 * <pre>
 *  broker ─listeners─&gt; ActivityRecorder, PrometheusMetrics     bounded, whatever clients do
 *  once a second     ─&gt; DashboardSnapshot ─&gt; DashboardJson ─┬─&gt; LiveFeed: the same bytes for every viewer
 *                                                          └─&gt; ChartHistory: ten minutes, and a day
 * </pre>
 *
 * <p>One thread takes a snapshot a second, however many look at the page. Names that clients choose never
 * become labels, or a client could fill the memory of whatever collects them; they are shortened and cleaned
 * by {@link dev.triune.gateway.dashboard.DisplayText} before anybody sees them. The page itself contains no
 * data and loads nothing from elsewhere.
 */
@NullMarked
package dev.triune.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
