/* SPDX-License-Identifier: Apache-2.0 */
/** What the gateway does, for people and for Prometheus: the dashboard, its live figures, metrics. */
@NullMarked
package dev.triune.gateway.dashboard;

import org.jspecify.annotations.NullMarked;
