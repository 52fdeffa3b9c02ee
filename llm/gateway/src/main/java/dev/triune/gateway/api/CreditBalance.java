/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * The credits available to batches. Immutable.
 *
 * @param available the available credits
 * @param nextAvailableAt when the next credit becomes available, in milliseconds since 1970
 */
public record CreditBalance(int available, long nextAvailableAt) {}
