/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Traces and metrics for OpenTelemetry. Start with {@link dev.triune.telemetry.BrokerTelemetry};
 * only this package depends on OpenTelemetry.
 */
@NullMarked
package dev.triune.telemetry;

import org.jspecify.annotations.NullMarked;
