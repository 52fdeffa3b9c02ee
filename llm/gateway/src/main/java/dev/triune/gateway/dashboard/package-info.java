/* SPDX-License-Identifier: Apache-2.0 */
/** Metrics for Prometheus, and the dashboard with its live feed. */
@NullMarked
package dev.triune.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
